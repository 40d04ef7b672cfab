import CodeView from '@cloudscape-design/code-view/code-view';
import highlightPython from '@cloudscape-design/code-view/highlight/python';
import { Copy } from '#web/components/copy.tsx';

/** Read-only Python code; `what` is for the copy button and screen readers. */
export const PythonCode = ({ text, what }: { text: string; what: string }) => (
  <CodeView
    content={text}
    highlight={highlightPython}
    lineNumbers
    wrapLines
    ariaLabel={what}
    actions={<Copy variant="icon" text={text} what={what} />}
  />
);
