import { lazy, Suspense } from 'react';
import Box from '@cloudscape-design/components/box';
import type { ListenerView } from '#lib/domain/listeners/listener.schema.ts';
import { curlExample } from './curl-example.ts';

const ShellCode = lazy(() =>
  import('#web/components/code.tsx').then((module) => ({ default: module.ShellCode })),
);

type Props = { listener: ListenerView; secret?: string | undefined };

/** A call of this listener, ready to be pasted into a terminal. */
export const CallExample = ({ listener, secret }: Props) => {
  const text = curlExample(listener, secret);
  return (
    <Suspense fallback={<Box variant="code">{text}</Box>}>
      <ShellCode text={text} what="example call" />
    </Suspense>
  );
};
