import Box from '@cloudscape-design/components/box';
import type { CredentialView } from '#lib/domain/credentials/credential.schema.ts';
import { credentials } from '#web/api/credentials.ts';
import { DeleteDialog } from '#web/components/delete-dialog.tsx';

type Props = { credential: CredentialView; onClose: () => void };

/** Asks before a credential goes, and tells the result. */
export const DeleteCredential = ({ credential, onClose }: Props) => {
  return (
    <DeleteDialog
      call={credentials.deleteCredential}
      input={{ credential_id: credential._id }}
      what="credential"
      warning={
        <>
          Bots that still use it fail at that node. Choose another credential there first.
        </>
      }
      done="Credential deleted"
      failed="The credential was not deleted."
      onClose={onClose}
    >
      Delete <Box variant="strong">{credential.name}</Box> and its secret permanently? This cannot
      be undone.
    </DeleteDialog>
  );
};
