import { useState } from 'react';
import Button from '@cloudscape-design/components/button';
import { pathTo } from '#lib/pages.ts';
import { ApiError } from '#web/api/api-error.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { useIntegrationTypes } from '#web/components/use-catalogue.ts';
import { RequestDialog } from './request-dialog.tsx';
import { notAuthorized } from './save-failure.ts';

type Props = { type: string; error: ApiError; onRetry: () => unknown };

const shownError = (type: string, error: ApiError): ApiError => {
  if (error.status === 403) return new ApiError(403, notAuthorized);
  return error.status === 404
    ? new ApiError(404, `There is no integration type '${type}'.`)
    : error;
};

/**
 * Shown instead of the form of a type that does not exist, is not permitted, or can only be
 * requested.
 */
export const NoForm = ({ type, error, onRetry }: Props) => {
  const [isRequesting, setRequesting] = useState(false);
  const { types, noRequests } = useIntegrationTypes();
  // In the catalogue, `local` marks types that can be requested but not connected yet.
  const requestable = types.find(({ name, local }) => local && name === type);
  return (
    <>
      <LoadFailed
        error={shownError(type, error)}
        subject="this form"
        onRetry={error.status === 400 ? undefined : onRetry}
        action={
          requestable && (
            <Button {...disabledBy(noRequests)} onClick={() => setRequesting(true)}>
              Request
            </Button>
          )
        }
        back={{ text: 'Go to integrations', to: pathTo('integrations') }}
      />
      {isRequesting && requestable && (
        <RequestDialog type={requestable} onClose={() => setRequesting(false)} />
      )}
    </>
  );
};
