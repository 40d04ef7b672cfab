import CodeView from '@cloudscape-design/code-view/code-view';
import highlightJson from '@cloudscape-design/code-view/highlight/json';
import highlightShell from '@cloudscape-design/code-view/highlight/sh';
import { Copy } from '#web/components/copy.tsx';

type Props = {
  text: string;
  /** A name for the text, for the copy button and screen readers. */
  subject: string;
  onCopied?: () => void;
};

export const JsonCode = ({ text, subject }: Props) => (
  <CodeView
    content={text}
    highlight={highlightJson}
    lineNumbers
    wrapLines
    ariaLabel={subject}
    actions={<Copy variant="icon" text={text} subject={subject} />}
  />
);

export const ShellCode = ({ text, subject, onCopied }: Props) => (
  <CodeView
    content={text}
    highlight={highlightShell}
    wrapLines
    ariaLabel={subject}
    actions={<Copy variant="icon" text={text} subject={subject} {...(onCopied && { onCopied })} />}
  />
);

const highlights: Record<string, typeof highlightJson> = {
  json: highlightJson,
  sh: highlightShell,
  bash: highlightShell,
  shell: highlightShell,
};

/**
 * Code in any language, highlighted if the language is known. Texts contain many: none is a
 * landmark.
 */
export const AnyCode = ({ text, subject, language }: Props & { language: string }) => {
  const highlight = Object.hasOwn(highlights, language) ? highlights[language] : undefined;
  return (
    <CodeView
      content={text}
      wrapLines
      actions={<Copy variant="icon" text={text} subject={subject} />}
      {...(highlight && { highlight })}
    />
  );
};
