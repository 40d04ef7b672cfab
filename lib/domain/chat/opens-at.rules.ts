import type { ChatThread } from './thread.schema.ts';

/** The thread that asks people, else one that is worked on, else where something happened last. */
export const opensAt = (threads: readonly ChatThread[]): ChatThread | undefined =>
  threads.find(({ waiting_for }) => waiting_for === 'message') ??
  threads.find(({ status }) => status === 'ACTIVE') ??
  threads.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at))[0];
