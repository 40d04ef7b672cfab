import { useState } from 'react';
import FormField from '@cloudscape-design/components/form-field';
import Tabs from '@cloudscape-design/components/tabs';
import Textarea from '@cloudscape-design/components/textarea';
import { FileField } from '#web/components/files/file-field.tsx';
import { readFile, textRefusal } from '#web/components/files/read-file.ts';

const importMethods = ['file', 'text'] as const;
export type ImportMethod = (typeof importMethods)[number];

type Props = {
  method: ImportMethod;
  onMethod: (method: ImportMethod) => void;
  /** The pasted text. */
  pasted: string;
  onPaste: (text: string) => void;
  /** Receives the text of a file at once. */
  onFile: (name: string, text: string) => void;
};

const ChooseFile = ({ onFile }: Pick<Props, 'onFile'>) => {
  const [refusedFile, setRefusedFile] = useState<{ file: File; refusal: string }>();
  const handleFile = async (file: File | undefined) => {
    if (!file) {
      setRefusedFile(undefined);
      return;
    }
    const result = await readFile(file);
    if ('text' in result) onFile(file.name, result.text);
    else setRefusedFile({ file, refusal: result.refusal });
  };
  return (
    <FileField
      label="File of a bot"
      chosen={refusedFile}
      onChange={(file) => void handleFile(file)}
    />
  );
};

const PasteField = ({ pasted, onPaste }: Pick<Props, 'pasted' | 'onPaste'>) => (
  <FormField
    stretch
    label="Text of a bot's file"
    description="A JSON or YAML file created by Export."
    constraintText="1 MiB at most."
    errorText={textRefusal(pasted)}
  >
    <Textarea
      value={pasted}
      rows={14}
      spellcheck={false}
      disableBrowserAutocorrect
      onChange={({ detail }) => onPaste(detail.value)}
    />
  </FormField>
);

/** The source of the bot: a file of this computer, or text. */
export const ImportSource = ({ method, onMethod, pasted, onPaste, onFile }: Props) => (
  <Tabs
    ariaLabel="Where the bot comes from"
    activeTabId={method}
    onChange={({ detail }) =>
      onMethod(importMethods.find((id) => id === detail.activeTabId) ?? 'file')
    }
    tabs={[
      { id: 'file', label: 'Choose a file', content: <ChooseFile onFile={onFile} /> },
      {
        id: 'text',
        label: 'Paste text',
        content: <PasteField pasted={pasted} onPaste={onPaste} />,
      },
    ]}
  />
);
