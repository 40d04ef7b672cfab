import CodeView from '@cloudscape-design/code-view/code-view';
import highlightJson from '@cloudscape-design/code-view/highlight/json';
import highlightShell from '@cloudscape-design/code-view/highlight/sh';
import { Copy } from '#web/components/copy.tsx';

type Props = {
  text: string;
  /** A name for the text, for the copy button and screen readers. */
  what: string;
  onCopied?: () => void;
};

export const JsonCode = ({ text, what }: Props) => (
  <CodeView
    content={text}
    highlight={highlightJson}
    lineNumbers
    wrapLines
    ariaLabel={what}
    actions={<Copy variant="icon" text={text} what={what} />}
  />
);

export const ShellCode = ({ text, what, onCopied }: Props) => (
  <CodeView
    content={text}
    highlight={highlightShell}
    wrapLines
    ariaLabel={what}
    actions={<Copy variant="icon" text={text} what={what} {...(onCopied && { onCopied })} />}
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
export const AnyCode = ({ text, what, language }: Props & { language: string }) => {
  const highlight = Object.hasOwn(highlights, language) ? highlights[language] : undefined;
  return (
    <CodeView
      content={text}
      wrapLines
      actions={<Copy variant="icon" text={text} what={what} />}
      {...(highlight && { highlight })}
    />
  );
};
