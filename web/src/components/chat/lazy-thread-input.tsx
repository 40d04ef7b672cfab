import { Suspense } from 'react';
import { lazyPart } from '#web/components/lazy-part.tsx';
import type { ThreadInputProps } from './thread-input.tsx';

const ThreadInput = lazyPart(async () => (await import('./thread-input.tsx')).ThreadInput);

/** The input's code is large, and messages can be read without it. */
export const LazyThreadInput = (props: ThreadInputProps) => (
  <Suspense fallback={<div className="chat-input-place" />}>
    <ThreadInput {...props} />
  </Suspense>
);
