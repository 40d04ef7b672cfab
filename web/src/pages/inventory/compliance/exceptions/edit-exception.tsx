import { useState } from 'react';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ExceptionView } from '#lib/domain/compliance/exceptions/exception.schema.ts';
import { compliance } from '#web/api/compliance.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { DeleteDialog } from '#web/components/delete-dialog.tsx';
import { type Failure, failureOf } from '#web/components/failure-text.ts';
import { coveredText } from './covered-text.ts';
import { TermsFields, useTermsForm } from './terms-fields.tsx';

type EditedException = Pick<
  ExceptionView,
  '_id' | 'revision' | 'reason' | 'owner' | 'expires_on' | 'scope' | 'alias'
>;

type Props = { exception: EditedException; onClose: () => void };

/** Edits the reason, owner and expiry of an exception. */
export const EditException = ({ exception, onClose }: Props) => {
  const { _id: exception_id, revision, reason, owner, expires_on } = exception;
  const form = useTermsForm({ reason, owner, expires_on });
  const { mutate, isPending } = useAction(compliance.updateException);
  const [failure, setFailure] = useState<Failure>();
  const save = () =>
    form.submit((terms) =>
      mutate(
        { ...terms, exception_id, revision },
        {
          onSuccess: () => {
            flash.success('The exception was changed');
            onClose();
          },
          onError: (error) => {
            form.refuse(error);
            setFailure(failureOf('The exception was not changed', error));
          },
        },
      ),
    );
  return (
    <ConfirmModal
      title="Edit exception"
      confirm="Save"
      loading={isPending}
      failure={failure}
      onConfirm={save}
      onClose={onClose}
    >
      <SpaceBetween size="m">
        <Box>
          Accepted: <Box variant="strong">{coveredText(exception)}</Box>.
        </Box>
        <TermsFields form={form} />
      </SpaceBetween>
    </ConfirmModal>
  );
};

/** Asks for confirmation before an exception is deleted: its findings are reported again. */
export const EndException = ({ exception, onClose }: Props) => (
  <DeleteDialog
    subject="exception"
    call={compliance.deleteException}
    input={{ exception_id: exception._id }}
    successText="The exception was deleted"
    failureHeader="The exception was not deleted"
    warning="The covered findings are reported again immediately."
    onClose={onClose}
  >
    Delete the exception for {coveredText(exception)}? The audit trail keeps a record.
  </DeleteDialog>
);
