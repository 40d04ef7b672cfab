import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ApiKeyView } from '#lib/domain/api-keys/api-key.schema.ts';
import { apiKeys } from '#web/api/api-keys.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';

type Props = { apiKey: ApiKeyView; onClose: () => void };

/** Asks before a key goes, and tells the result. */
export const DeleteKey = ({ apiKey, onClose }: Props) => {
  const { mutate, isPending } = useAction(apiKeys.deleteApiKey);
  const remove = () =>
    mutate(
      { api_key_id: apiKey._id },
      {
        onSuccess: () => flash.success('API key deleted'),
        onError: ({ message }) => flash.error('The API key was not deleted.', { content: message }),
        onSettled: onClose,
      },
    );
  return (
    <ConfirmModal
      title="Delete API key"
      confirm="Delete"
      loading={isPending}
      onConfirm={remove}
      onClose={onClose}
    >
      <SpaceBetween size="m">
        <Box>
          Delete <Box variant="strong">{apiKey.name}</Box> permanently? This cannot be undone.
        </Box>
        <Alert type="warning">Programs that still use it are refused from now on.</Alert>
      </SpaceBetween>
    </ConfirmModal>
  );
};
