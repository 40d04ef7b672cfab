import type { ChatThread } from '#lib/domain/chat/thread.schema.ts';

/** The thread that is worked on, otherwise the one where something happened last. */
export const opensAt = (threads: readonly ChatThread[]): ChatThread | undefined =>
  threads.find(({ status }) => status === 'ACTIVE') ??
  threads.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at))[0];
