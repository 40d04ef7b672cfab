import { pathTo } from '#lib/pages.ts';
import { ApiError } from '#web/api/api-error.ts';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { notAuthorized } from './save-failure.ts';

/** A type without a form, or a form that the person may not have, is one they may not connect. */
export const NoForm = ({ error, onRetry }: { error: ApiError; onRetry: () => unknown }) => {
  const hidden = error.status === 403 || error.status === 404;
  return (
    <LoadFailed
      error={hidden ? new ApiError(403, notAuthorized) : error}
      what="this form"
      onRetry={onRetry}
      back={{ text: 'Go to integrations', to: pathTo('integrations') }}
    />
  );
};
