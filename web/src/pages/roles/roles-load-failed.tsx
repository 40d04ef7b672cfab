import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import type { ApiError } from '#web/api/api-error.ts';

type Props = { title: string; error: ApiError; onRetry: () => unknown };

/** What could not be loaded and why; a retry is offered if it may help. */
export const RolesLoadFailed = ({ title, error, onRetry }: Props) => {
  const mayRetry = error.status !== 403 && error.status !== 404;
  return (
    <div role="alert">
      <Alert
        type="error"
        header={title}
        action={mayRetry && <Button onClick={() => void onRetry()}>Retry</Button>}
      >
        {error.message}
      </Alert>
    </div>
  );
};
