import type { ChatThread } from './thread.schema.ts';

/**
 * The thread that asks people to write, else one that asks them for approval, else one that is
 * worked on, else where something happened last.
 */
export const opensAt = (threads: readonly ChatThread[]): ChatThread | undefined =>
  threads.find(({ waiting_for }) => waiting_for === 'message') ??
  threads.find(({ waiting_for }) => waiting_for === 'approval') ??
  threads.find(({ status }) => status === 'ACTIVE') ??
  threads.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at))[0];

/** Where nobody chooses: the thread that is open, until another one asks people and it does not. */
export const staysAt = (
  threads: readonly ChatThread[],
  open: string | undefined,
): ChatThread | undefined => {
  const next = opensAt(threads);
  const now = threads.find(({ _id }) => _id === open);
  return now && (now.waiting_for || !next?.waiting_for) ? now : next;
};
