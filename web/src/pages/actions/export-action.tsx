import { useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import type { FileKind } from '#lib/kernel/file-kinds.ts';
import { actions } from '#web/api/actions.ts';
import { useCall } from '#web/api/use-call.ts';
import { ArnWarning } from '#web/components/files/arn-warning.tsx';
import { ExportDialog } from '#web/components/files/export-dialog.tsx';

type Props = { action: { _id: string; name: string }; onClose: () => void };

/** An action as a file. */
export const ExportAction = ({ action: { _id, name }, onClose }: Props) => {
  const [kind, setKind] = useState<FileKind>('yaml');
  const file = useCall(actions.exportAction, { action_id: _id, kind }, { keep: true });
  const hidden = file.data?.hidden ?? [];
  return (
    <ExportDialog {...{ name, kind, file, onClose }} onKind={setKind}>
      {hidden.length > 0 && (
        <Alert type="info" header="Left out of the file">
          {hidden.join('. ')}.
        </Alert>
      )}
      {file.data && <ArnWarning arns={file.data.arns} />}
    </ExportDialog>
  );
};
