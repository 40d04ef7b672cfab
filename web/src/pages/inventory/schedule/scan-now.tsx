import Button from '@cloudscape-design/components/button';
import { useNavigate } from 'react-router';
import { pathTo } from '#lib/pages.ts';
import { inventory } from '#web/api/inventory.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { useRefusal } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { errorText } from '#web/api/api-error.ts';

type Props = {
  integration_id: string;
  alias: string;
  unread?: string | undefined;
  /** It was scanned before: the button offers another scan. */
  isRepeat?: boolean;
};

/** Starts a scan of an integration, and opens it. */
export const ScanNow = ({ integration_id, alias, unread, isRepeat = false }: Props) => {
  const text = isRepeat ? 'Scan again' : 'Scan now';
  const navigate = useNavigate();
  const { mutate, isPending } = useAction(inventory.startInventoryExecution);
  const refusal = useRefusal(inventory.startInventoryExecution);
  const start = () =>
    mutate(
      { integration_id },
      {
        onSuccess: ({ _id }) => void navigate(pathTo('scan', { execution_id: _id })),
        onError: (error) => flash.error('The scan was not started', { content: errorText(error) }),
      },
    );
  return (
    <Button
      variant={isRepeat ? 'normal' : 'inline-link'}
      ariaLabel={`${text}: ${alias}`}
      loading={isPending}
      {...disabledBy(refusal ?? unread)}
      onClick={start}
    >
      {text}
    </Button>
  );
};
