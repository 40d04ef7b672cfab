import type { ChatThread } from './thread.schema.ts';

/**
 * The thread at which a chat opens: one that waits for a message, else one that waits for approval,
 * else an active one, else the one that changed last.
 */
export const openingThreadOf = (threads: readonly ChatThread[]): ChatThread | undefined =>
  threads.find(({ waiting_for }) => waiting_for === 'message') ??
  threads.find(({ waiting_for }) => waiting_for === 'approval') ??
  threads.find(({ status }) => status === 'ACTIVE') ??
  threads.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at))[0];

/** Without a choice of the user: the open thread, unless only another one waits for people. */
export const nextOpenThread = (
  threads: readonly ChatThread[],
  openThreadId: string | undefined,
): ChatThread | undefined => {
  const next = openingThreadOf(threads);
  const current = threads.find(({ _id }) => _id === openThreadId);
  return current && (current.waiting_for || !next?.waiting_for) ? current : next;
};
