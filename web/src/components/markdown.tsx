import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';

/**
 * Pictures are not fetched: an address that somebody else wrote would tell who reads it. Links lead
 * to the web and to mail only, and say that they leave the console.
 */
const schema = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter((tag) => tag !== 'img' && tag !== 'input'),
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'] },
};

/** A page has one heading of the first level, and its parts have those of the second. */
const components: Components = {
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ),
};

/** Text that people or models wrote, without any HTML of theirs (security design, X1). */
export const Markdown = ({ text }: { text: string }) => (
  <ReactMarkdown
    remarkPlugins={[remarkGfm]}
    rehypePlugins={[[rehypeSanitize, schema]]}
    components={components}
    skipHtml
  >
    {text}
  </ReactMarkdown>
);
