import './code.css';
import { type ComponentType, useEffect, useState } from 'react';
import Textarea from '@cloudscape-design/components/textarea';
import { createStore, useStore } from '#web/app/store.ts';
import type { CodeProps } from './code-editor.tsx';

type Props = CodeProps & { readOnly?: boolean; placeholder?: string | undefined };

/** The editor once its code is fetched, shared by all fields. */
const editorStore = createStore<{ Editor?: ComponentType<CodeProps> }>({});

const loadEditor = async (): Promise<void> => {
  if (editorStore.get().Editor) return;
  const { CodeEditor } = await import('./code-editor.tsx');
  editorStore.set({ Editor: CodeEditor });
};

/** In pixels. */
const lineHeight = 20;

/**
 * An editor for code, whose code is fetched when one is first shown. Until then, and if that fails,
 * the text is edited in a plain field; a field with the focus is not replaced.
 */
export const CodeText = ({ readOnly = false, placeholder = '', ...props }: Props) => {
  const { text, height, onChange } = props;
  const { Editor } = useStore(editorStore);
  const [isFocused, setFocused] = useState(false);
  useEffect(() => {
    // If it fails, the next field that is shown tries again.
    if (!readOnly) loadEditor().catch(() => undefined);
  }, [readOnly]);
  if (Editor && !readOnly && !isFocused) return <Editor {...props} />;
  return (
    <div className="bot-code">
      <Textarea
        value={text}
        readOnly={readOnly}
        rows={Math.floor(height / lineHeight)}
        spellcheck={false}
        autoComplete={false}
        placeholder={placeholder}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onChange={({ detail }) => onChange(detail.value)}
      />
    </div>
  );
};
