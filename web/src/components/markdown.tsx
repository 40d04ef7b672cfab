import './markdown.css';
import type { CSSProperties } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import Link from '@cloudscape-design/components/link';
import TextContent from '@cloudscape-design/components/text-content';
import { colorBorderDividerDefault } from '@cloudscape-design/design-tokens';

/**
 * Images are not fetched: a request to an address that somebody else wrote would reveal the reader.
 * Links may lead to the web and to mail only, and say that they leave the console.
 */
const schema = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter((tag) => tag !== 'img' && tag !== 'input'),
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'] },
};

type Element = { type: string; tagName?: string; children?: Element[] };

/**
 * The page has one first-level heading, and its sections have second-level ones: headings in the
 * text are shifted below them, without skipped levels, whatever was written.
 */
const headingsBelow = () => (text: Element) => {
  const openLevels: number[] = [];
  for (const element of text.children ?? []) {
    const level = Number(/^h([1-6])$/.exec(element.tagName ?? '')?.[1] ?? 0);
    if (level === 0) continue;
    while ((openLevels.at(-1) ?? 0) >= level) openLevels.pop();
    openLevels.push(level);
    element.tagName = `h${Math.min(6, openLevels.length + 2)}`;
  }
};

const components: Components = {
  a: ({ href, children }) =>
    href === undefined || href.startsWith('mailto:') ? (
      <a href={href}>{children}</a>
    ) : (
      <Link external href={href} fontSize="inherit" externalIconAriaLabel="Opens in a new tab">
        {children}
      </Link>
    ),
};

const colors = { '--markdown-line': colorBorderDividerDefault } as CSSProperties;

type Props = {
  text: string;
  /** Components for some of its elements. */
  overrides?: Components;
};

/** Text written by people or models, without any HTML in it. */
export const Markdown = ({ text, overrides }: Props) => (
  <TextContent>
    <div className="markdown" style={colors}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[[rehypeSanitize, schema], headingsBelow]}
        components={overrides ? { ...components, ...overrides } : components}
        skipHtml
      >
        {text}
      </ReactMarkdown>
    </div>
  </TextContent>
);
