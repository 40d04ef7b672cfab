import { yieldToOthers } from '#lib/kernel/yield-to-others.ts';

/** Milliseconds of work after which other work gets its turn. */
const maxUninterruptedMs = 10;

/** Returns a function to await between pieces of work: after a long one other work goes first. */
export const createPacer = (now: () => number = () => performance.now()) => {
  let startedAt = now();
  return async (): Promise<void> => {
    if (now() - startedAt < maxUninterruptedMs) return;
    await yieldToOthers();
    startedAt = now();
  };
};
