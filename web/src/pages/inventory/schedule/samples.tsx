import Button from '@cloudscape-design/components/button';
import { errorText } from '#web/api/api-error.ts';
import { inventory } from '#web/api/inventory.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { useRefusal } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';

/** Adds accounts to try the inventory with, where there is no cloud to connect yet. */
export const AddSamples = ({ onAdded }: { onAdded: () => void }) => {
  const { mutate, isPending } = useAction(inventory.addSampleEstate);
  const refusal = useRefusal(inventory.addSampleEstate);
  const add = () =>
    mutate(
      {},
      {
        onSuccess: () => {
          onAdded();
          flash.success('Sample accounts added', {
            content: 'Scan one to see its resources. Delete them like other integrations.',
          });
        },
        onError: (error) =>
          flash.error('The sample accounts were not added', { content: errorText(error) }),
      },
    );
  return (
    <Button loading={isPending} {...disabledBy(refusal)} onClick={add}>
      Add sample accounts
    </Button>
  );
};
