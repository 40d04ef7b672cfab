import { useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import FileUpload from '@cloudscape-design/components/file-upload';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { limits } from '#lib/kernel/limits.ts';
import { actions } from '#web/api/actions.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { failureText } from '#web/components/failure-text.ts';
import { lineProblems } from '#web/components/files/lines.ts';
import { TextLines } from '#web/components/files/text-lines.tsx';

type Chosen = { file: File; text?: string; refusal?: string };

/** What stands in a chosen file, or why it cannot be taken. */
const read = async (file: File): Promise<Chosen> => {
  if (!/\.(json|ya?ml)$/i.test(file.name)) return { file, refusal: 'Unsupported file format' };
  if (file.size > limits.apiBody / 2) return { file, refusal: 'The file is larger than 512 KB.' };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return { file, text };
  } catch (error) {
    const isText = !(error instanceof TypeError);
    return { file, refusal: isText ? 'Failed to read file' : 'Failed to parse file' };
  }
};

const Refused = ({ error }: { error: ApiError }) => {
  const problems = lineProblems(error.detail.map(({ msg }) => msg)).slice(0, 10);
  return (
    <div role="alert">
      <Alert type="error" header="Error importing action.">
        {error.field === 'text' && 'Failed to parse file'}
        {problems.length === 0 ? (
          <div>{failureText(error)}</div>
        ) : (
          <ul>
            {problems.map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                Line {line}: {message}
              </li>
            ))}
          </ul>
        )}
      </Alert>
    </div>
  );
};

type Props = { onImported: (id: string) => void; onClose: () => void };

/** Brings in an action from one file: its text is shown, and saved by one press. */
export const ImportAction = ({ onImported, onClose }: Props) => {
  const [chosen, choose] = useState<Chosen>();
  const [missing, setMissing] = useState(false);
  const { mutate, isPending, error, reset } = useAction(actions.importAction);
  const text = chosen?.text;
  const take = async (file: File | undefined) => {
    reset();
    setMissing(false);
    choose(file && (await read(file)));
  };
  const save = () => {
    if (text === undefined) {
      setMissing(true);
      return;
    }
    mutate(
      { text },
      {
        onSuccess: ({ _id }) => {
          flash.success('Action imported successfully.');
          onImported(_id);
        },
      },
    );
  };
  return (
    <Dialog
      title="Import action"
      size="large"
      acts={
        <Button variant="primary" loading={isPending} onClick={save}>
          Import action
        </Button>
      }
      onClose={onClose}
    >
      <SpaceBetween size="m">
        <FormField
          label="File of an action"
          description="JSON or YAML, as Export writes it."
          errorText={missing && !chosen ? 'Please upload a valid JSON or YAML file' : undefined}
        >
          <FileUpload
            accept=".json,.yaml,.yml"
            value={chosen ? [chosen.file] : []}
            fileErrors={chosen?.refusal ? [chosen.refusal] : []}
            showFileSize
            constraintText="One file, 512 KB at most."
            i18nStrings={{
              uploadButtonText: () => 'Choose file',
              dropzoneText: () => 'Drop the file here',
              removeFileAriaLabel: (_, name) => `Remove ${name}`,
              errorIconAriaLabel: 'Error',
            }}
            onChange={({ detail }) => void take(detail.value[0])}
          />
        </FormField>
        {error && !isPending && <Refused error={error} />}
        {text !== undefined && <TextLines text={text} label={chosen?.file.name ?? 'File'} />}
      </SpaceBetween>
    </Dialog>
  );
};
