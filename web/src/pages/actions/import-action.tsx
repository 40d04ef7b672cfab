import { useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ImportMode } from '#lib/domain/actions/action-file.schema.ts';
import { actions } from '#web/api/actions.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { useRefusal } from '#web/app/session.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { failureText } from '#web/components/failure-text.ts';
import { FileField } from '#web/components/files/file-field.tsx';
import { lineProblems } from '#web/components/files/lines.ts';
import { readFile } from '#web/components/files/read-file.ts';
import { TextLines } from '#web/components/files/text-lines.tsx';

type ChosenFile = { file: File; text?: string; refusal?: string };

const readErrors = { noText: 'Failed to parse file', unread: 'Failed to read file' };

/** The content of a chosen file, or why it cannot be read. */
const readActionFile = async (file: File): Promise<ChosenFile> =>
  /\.(json|ya?ml)$/i.test(file.name)
    ? { file, ...(await readFile(file, readErrors)) }
    : { file, refusal: 'Unsupported file format' };

/** Asks what to do if an action with the name in the file exists already. */
const NameConflict = ({ onSave }: { onSave: (mode: ImportMode) => void }) => {
  const mayChange = useRefusal(actions.updateAction);
  return (
    <div role="alert">
      <Alert type="warning" header="An action with this name already exists">
        <SpaceBetween size="s">
          <div>
            Import it as a copy under another name, or as a new version of that action. Bots will
            then run the new version.
          </div>
          <SpaceBetween size="xs" direction="horizontal">
            <Button onClick={() => onSave('copy')}>Import as a copy</Button>
            <Button {...disabledBy(mayChange)} onClick={() => onSave('version')}>
              Import as a new version
            </Button>
          </SpaceBetween>
        </SpaceBetween>
      </Alert>
    </div>
  );
};

const ImportError = ({ error }: { error: ApiError }) => {
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

/** Imports an action from a file: its text is shown, and saved with one click. */
export const ImportAction = ({ onImported, onClose }: Props) => {
  const [chosenFile, setChosenFile] = useState<ChosenFile>();
  const [isMissing, setMissing] = useState(false);
  const { mutate, isPending, error, reset } = useAction(actions.importAction);
  const text = chosenFile?.text;
  const isTaken = error?.status === 409 && error.field === 'name';
  const loadFile = async (file: File | undefined) => {
    reset();
    setMissing(false);
    setChosenFile(file && (await readActionFile(file)));
  };
  const save = (mode: ImportMode) => {
    if (text === undefined) {
      setMissing(true);
      return;
    }
    mutate(
      { text, as: mode },
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
      actions={
        <Button variant="primary" loading={isPending} onClick={() => save('new')}>
          Import action
        </Button>
      }
      busy={isPending}
      onClose={onClose}
    >
      <SpaceBetween size="m">
        <FileField
          label="File of an action"
          chosen={chosenFile}
          error={isMissing && !chosenFile ? 'Please upload a valid JSON or YAML file' : undefined}
          onChange={(file) => void loadFile(file)}
        />
        {isTaken && !isPending && <NameConflict onSave={save} />}
        {error && !isPending && !isTaken && <ImportError error={error} />}
        {text !== undefined && <TextLines text={text} label={chosenFile?.file.name ?? 'File'} />}
      </SpaceBetween>
    </Dialog>
  );
};
