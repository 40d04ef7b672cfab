import CodeView from '@cloudscape-design/code-view/code-view';
import highlightPython from '@cloudscape-design/code-view/highlight/python';
import { Copy } from '#web/components/copy.tsx';

/** Read-only Python code; `subject` is for the copy button and screen readers. */
export const PythonCode = ({ text, subject }: { text: string; subject: string }) => (
  <CodeView
    content={text}
    highlight={highlightPython}
    lineNumbers
    wrapLines
    ariaLabel={subject}
    actions={<Copy variant="icon" text={text} subject={subject} />}
  />
);
