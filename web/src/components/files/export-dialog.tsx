import type { ReactNode } from 'react';
import Button from '@cloudscape-design/components/button';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type FileKind, fileKinds } from '#lib/kernel/file-kinds.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { Copy } from '#web/components/copy.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { saveFile } from './save-file.ts';
import { TextLines } from './text-lines.tsx';

const kindNames: Record<FileKind, string> = { yaml: 'YAML', json: 'JSON' };

type Props = {
  /** Name of the exported item. */
  name: string;
  kind: FileKind;
  onKind: (kind: FileKind) => void;
  /** The file, once the server has generated it. */
  file: {
    data: { file_name: string; text: string } | undefined;
    error: ApiError | null;
    refetch: () => unknown;
  };
  /** Further controls beside the choice of the file kind. */
  choices?: ReactNode;
  /** What the file contains and leaves out, above its text. */
  children?: ReactNode;
  onClose: () => void;
};

/** Exports an item as a file: its text is shown, and can be copied or downloaded. */
export const ExportDialog = ({ name, kind, onKind, file, choices, children, onClose }: Props) => {
  const { data, error, refetch } = file;
  return (
    <Dialog
      title={`Export ${name}`}
      size="large"
      closeText="Close"
      actions={[
        data && <Copy key="copy" variant="button" text={data.text} subject={data.file_name} />,
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
        <SpaceBetween size="xs" direction="horizontal">
          <SegmentedControl
            label="Kind of file"
            selectedId={kind}
            options={fileKinds.map((id) => ({ id, text: kindNames[id] }))}
            onChange={({ detail }) =>
              onKind(fileKinds.find((id) => id === detail.selectedId) ?? 'yaml')
            }
          />
          {choices}
        </SpaceBetween>
        {children}
        {data && <TextLines text={data.text} label={data.file_name} />}
        {!data && !error && <Loading text="Writing the file" />}
        {!data && error && <LoadFailed error={error} subject="this file" onRetry={refetch} />}
      </SpaceBetween>
    </Dialog>
  );
};
