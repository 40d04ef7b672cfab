import { Suspense } from 'react';
import Box from '@cloudscape-design/components/box';
import type { ListenerView } from '#lib/domain/listeners/listener.schema.ts';
import { lazyPart } from '#web/components/lazy-part.tsx';
import { curlExample } from './curl-example.ts';

const ShellCode = lazyPart(
  async () => (await import('#web/components/code/code-view.tsx')).ShellCode,
);

type Props = { listener: ListenerView; secret?: string | undefined };

/** A call of this listener, ready to be pasted into a terminal. */
export const LazyCallExample = ({ listener, secret }: Props) => {
  const text = curlExample(listener, secret);
  return (
    <Suspense fallback={<Box variant="code">{text}</Box>}>
      <ShellCode text={text} subject="example call" />
    </Suspense>
  );
};
