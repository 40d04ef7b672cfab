import AceEditor, { type CodeEditorProps } from '@cloudscape-design/components/code-editor';
import { useState } from 'react';
import { ace } from './ace.ts';

export type CodeProps = {
  language: 'json' | 'python' | 'sql';
  text: string;
  label: string;
  /** In pixels, until the user resizes it. */
  height: number;
  onChange: (text: string) => void;
};

const languageLabels = { json: 'JSON', python: 'Python', sql: 'SQL' };

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

/**
 * The Ace editor, which marks invalid JSON. Enter starts editing, Escape leaves: Tab indents in
 * between.
 */
export const CodeEditor = ({ language, text, label, height, onChange }: CodeProps) => {
  const [preferences, setPreferences] = useState<Partial<CodeEditorProps.Preferences>>({
    wrapLines: true,
  });
  const [resizedHeight, setResizedHeight] = useState<number>();
  return (
    <AceEditor
      ace={ace}
      language={language}
      languageLabel={languageLabels[language]}
      ariaLabel={label}
      value={text}
      themes={themes}
      preferences={preferences}
      onPreferencesChange={({ detail }) => setPreferences(detail)}
      editorContentHeight={resizedHeight ?? height}
      onEditorContentResize={({ detail }) => setResizedHeight(detail.height)}
      onChange={({ detail }) => onChange(detail.value)}
      i18nStrings={texts}
    />
  );
};
