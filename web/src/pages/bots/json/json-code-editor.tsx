import CodeEditor, { type CodeEditorProps } from '@cloudscape-design/components/code-editor';
import { useState } from 'react';
import { ace } from './ace.ts';

export type JsonCodeProps = {
  text: string;
  label: string;
  /** In pixels, until the person draws it larger. */
  height: number;
  onChange: (text: string) => void;
};

const themes = { light: ['cloud_editor'], dark: ['cloud_editor_dark'] } as const;

const texts: CodeEditorProps.I18nStrings = {
  editorGroupAriaLabel: 'Editor',
  statusBarGroupAriaLabel: 'Status bar',
  cursorPosition: (row, column) => `Line ${row}, column ${column}`,
  errorsTab: 'Errors',
  warningsTab: 'Warnings',
  preferencesButtonAriaLabel: 'Preferences',
  paneCloseButtonAriaLabel: 'Close',
  resizeHandleAriaLabel: 'Height of the editor',
};

/** Ace for JSON, which says where a text is none. */
export const JsonCodeEditor = ({ text, label, height, onChange }: JsonCodeProps) => {
  const [preferences, setPreferences] = useState<Partial<CodeEditorProps.Preferences>>({
    wrapLines: true,
  });
  const [own, setOwn] = useState<number>();
  return (
    <CodeEditor
      ace={ace}
      language="json"
      languageLabel="JSON"
      ariaLabel={label}
      value={text}
      themes={themes}
      preferences={preferences}
      onPreferencesChange={({ detail }) => setPreferences(detail)}
      editorContentHeight={own ?? height}
      onEditorContentResize={({ detail }) => setOwn(detail.height)}
      onChange={({ detail }) => onChange(detail.value)}
      i18nStrings={texts}
    />
  );
};
