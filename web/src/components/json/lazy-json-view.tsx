import './lazy-json-view.css';
import { Suspense } from 'react';
import Box from '@cloudscape-design/components/box';
import { lazyPart } from '#web/components/lazy-part.tsx';

const CodeView = lazyPart(
  async () => (await import('#web/components/code/code-view.tsx')).JsonCode,
);

const Loading = ({ text }: { text: string }) => (
  <div className="json-loading">
    <Box variant="code" fontSize="body-m">
      {text}
    </Box>
  </div>
);

/** A value as formatted JSON with a copy button; its code is loaded when it is first shown. */
export const LazyJsonView = ({ value, subject }: { value: unknown; subject: string }) => {
  const text = JSON.stringify(value, null, 2) ?? 'undefined';
  return (
    <Suspense fallback={<Loading text={text} />}>
      <CodeView text={text} subject={subject} />
    </Suspense>
  );
};
