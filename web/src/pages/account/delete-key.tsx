import Box from '@cloudscape-design/components/box';
import type { ApiKeyView } from '#lib/domain/api-keys/api-key.schema.ts';
import { apiKeys } from '#web/api/api-keys.ts';
import { DeleteDialog } from '#web/components/delete-dialog.tsx';

type Props = { apiKey: ApiKeyView; onClose: () => void };

/** Asks for confirmation, deletes a key and reports the result. */
export const DeleteKey = ({ apiKey, onClose }: Props) => {
  return (
    <DeleteDialog
      call={apiKeys.deleteApiKey}
      input={{ api_key_id: apiKey._id }}
      subject="API key"
      warning="Programs that still use it are refused from now on."
      successText="API key deleted"
      failureHeader="The API key was not deleted."
      onClose={onClose}
    >
      Delete <Box variant="strong">{apiKey.name}</Box> permanently? This cannot be undone.
    </DeleteDialog>
  );
};
