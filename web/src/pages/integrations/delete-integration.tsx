import Box from '@cloudscape-design/components/box';
import type { IntegrationView } from '#lib/domain/integrations/integration.schema.ts';
import { integrations } from '#web/api/integrations.ts';
import { useCall } from '#web/api/use-call.ts';
import { DeleteDialog } from '#web/components/delete-dialog.tsx';
import { IntegrationUsage } from './integration-usage.tsx';

type Props = {
  integration: IntegrationView;
  onClose: () => void;
  onDeleted?: (() => void) | undefined;
};

/** Asks for confirmation, deletes an integration and reports the result. */
export const DeleteIntegration = ({ integration, onClose, onDeleted }: Props) => {
  const { accountId, alias } = integration;
  const { data } = useCall(integrations.getIntegrationUse, { accountId });
  const isUsed = data === undefined || data.items.length > 0 || data.integrations.length > 0;
  return (
    <DeleteDialog
      call={integrations.deleteIntegration}
      input={{ accountId }}
      subject="integration"
      warning={
        <>
          {isUsed &&
            'Bots that still use it fail at that node. Choose another integration there first.'}
          <IntegrationUsage accountId={accountId} />
        </>
      }
      successText="Integration deleted"
      failureHeader="The integration was not deleted."
      onClose={onClose}
      onDeleted={onDeleted}
    >
      Delete <Box variant="strong">{alias}</Box> and its secrets permanently? This cannot be undone.
    </DeleteDialog>
  );
};
