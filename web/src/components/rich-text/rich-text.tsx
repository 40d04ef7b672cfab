import { Suspense } from 'react';
import type { Components } from 'react-markdown';
import Box from '@cloudscape-design/components/box';
import { lazyPart } from '#web/components/lazy-part.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Markdown } from '#web/components/markdown.tsx';

const LazyCodeView = lazyPart(
  async () => (await import('#web/components/code/code-view.tsx')).AnyCode,
);

/** The library that draws diagrams is large, and few messages contain one. */
const LazyDiagram = lazyPart(async () => (await import('./diagram.tsx')).Diagram);

type Element = { children: readonly unknown[]; properties?: Record<string, unknown> };

const isElement = (value: unknown): value is Element =>
  typeof value === 'object' && value !== null && 'children' in value;

const textIn = (value: unknown): string => {
  if (isElement(value)) return value.children.map(textIn).join('');
  const { value: text } = value as { value?: unknown };
  return typeof text === 'string' ? text : '';
};

/** The language of ```` ```json ````: `json`. */
const languageOf = ({ properties }: Element): string => {
  const names = [properties?.['className'] ?? []].flat().map(String);
  return names.find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? '';
};

const Block: Components['pre'] = ({ node }) => {
  const code = node?.children.find(({ type }) => type === 'element');
  if (!isElement(code)) return null;
  const text = textIn(code).replace(/\n$/, '');
  const language = languageOf(code).toLowerCase();
  if (language === 'mermaid') {
    return (
      <Suspense fallback={<Loading text="Loading the diagram" />}>
        <LazyDiagram text={text} />
      </Suspense>
    );
  }
  return (
    <Suspense fallback={<Box variant="pre">{text}</Box>}>
      <LazyCodeView text={text} language={language} subject="code" />
    </Suspense>
  );
};

const parts: Components = { pre: Block };

/**
 * Text written by people and models: markdown with code and diagrams. Nothing in it is executed.
 */
export const RichText = ({ text }: { text: string }) => <Markdown text={text} overrides={parts} />;
