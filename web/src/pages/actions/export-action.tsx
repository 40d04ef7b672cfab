import { useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type ActionFileKind, actionFileKinds } from '#lib/domain/actions/action-file.schema.ts';
import { actions } from '#web/api/actions.ts';
import { useCall } from '#web/api/use-call.ts';
import { Copy } from '#web/components/copy.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { saveFile } from '#web/components/files/save-file.ts';
import { TextLines } from '#web/components/files/text-lines.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';

const kindNames: Record<ActionFileKind, string> = { yaml: 'YAML', json: 'JSON' };

type Props = { action: { _id: string; name: string }; onClose: () => void };

/** An action as a file. */
export const ExportAction = ({ action: { _id, name }, onClose }: Props) => {
  const [kind, setKind] = useState<ActionFileKind>('yaml');
  const input = { action_id: _id, kind };
  const { data, error, refetch } = useCall(actions.exportAction, input, { keep: true });
  return (
    <Dialog
      title={`Export ${name}`}
      size="large"
      closeText="Close"
      acts={[
        data && <Copy key="copy" variant="button" text={data.text} what={data.file_name} />,
        <Button
          key="download"
          variant="primary"
          disabled={!data}
          onClick={() => data && saveFile(data.file_name, data.text)}
        >
          Download
        </Button>,
      ]}
      onClose={onClose}
    >
      <SpaceBetween size="m">
        <SegmentedControl
          label="Kind of file"
          selectedId={kind}
          options={actionFileKinds.map((id) => ({ id, text: kindNames[id] }))}
          onChange={({ detail }) =>
            setKind(actionFileKinds.find((id) => id === detail.selectedId) ?? 'yaml')
          }
        />
        {data && data.hidden.length > 0 && (
          <Alert type="info" header="Left out of the file">
            {data.hidden.join('. ')}.
          </Alert>
        )}
        {data && <TextLines text={data.text} label={data.file_name} />}
        {!data && !error && <Loading text="Writing the file" />}
        {!data && error && <LoadFailed error={error} what="this file" onRetry={refetch} />}
      </SpaceBetween>
    </Dialog>
  );
};
