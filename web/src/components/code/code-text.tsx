import './code.css';
import { type ComponentType, useEffect, useState } from 'react';
import Textarea from '@cloudscape-design/components/textarea';
import { createStore, useStore } from '#web/app/store.ts';
import type { CodeProps } from './code-editor.tsx';

type Props = CodeProps & { readOnly?: boolean; placeholder?: string | undefined };

/** The editor, once its code was fetched: all fields share it. */
const loaded = createStore<{ Editor?: ComponentType<CodeProps> }>({});

const load = async (): Promise<void> => {
  if (loaded.get().Editor) return;
  const { CodeEditor } = await import('./code-editor.tsx');
  loaded.set({ Editor: CodeEditor });
};

/** In pixels. */
const lineHeight = 20;

/**
 * Code in an editor that is fetched when one is shown first. Until it is there, and where it cannot
 * be had, the text is typed without it; nobody loses the caret when it comes.
 */
export const CodeText = ({ readOnly = false, placeholder = '', ...props }: Props) => {
  const { text, height, onChange } = props;
  const { Editor } = useStore(loaded);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    // The next one that is shown asks again.
    if (!readOnly) load().catch(() => undefined);
  }, [readOnly]);
  if (Editor && !readOnly && !held) return <Editor {...props} />;
  return (
    <div className="bot-code">
      <Textarea
        value={text}
        readOnly={readOnly}
        rows={Math.floor(height / lineHeight)}
        spellcheck={false}
        autoComplete={false}
        placeholder={placeholder}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
        onChange={({ detail }) => onChange(detail.value)}
      />
    </div>
  );
};
