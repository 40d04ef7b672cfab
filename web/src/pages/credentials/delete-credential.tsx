import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { CredentialView } from '#lib/domain/credentials/credential.schema.ts';
import { credentials } from '#web/api/credentials.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';

type Props = { credential: CredentialView; onClose: () => void };

/** Asks before a credential goes, and tells the result. */
export const DeleteCredential = ({ credential, onClose }: Props) => {
  const { mutate, isPending } = useAction(credentials.deleteCredential);
  const remove = () =>
    mutate(
      { credential_id: credential._id },
      {
        onSuccess: () => flash.success('Credential deleted'),
        onError: ({ message }) =>
          flash.error('The credential was not deleted.', { content: message }),
        onSettled: onClose,
      },
    );
  return (
    <ConfirmModal
      title="Delete credential"
      confirm="Delete"
      loading={isPending}
      onConfirm={remove}
      onClose={onClose}
    >
      <SpaceBetween size="m">
        <Box>
          Delete <Box variant="strong">{credential.name}</Box> and its secret permanently? This
          cannot be undone.
        </Box>
        <Alert type="warning">
          Bots that still use it fail at the node that does, and say why. Choose another credential
          there first.
        </Alert>
      </SpaceBetween>
    </ConfirmModal>
  );
};
