import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import { OutOfReach } from './transcript.ts';
import type { Agent } from './work.ts';

/**
 * Stores an entry; returns false where another entry is already in its place. Tries a second time,
 * since the response of the store may have been lost: the outcome of a tool must not be forgotten.
 */
export const keep = async (
  { transcript }: Agent,
  sequence: number,
  entry: ChatEntry,
): Promise<boolean> => {
  try {
    return await transcript.add(sequence, entry);
  } catch (error) {
    if (!(error instanceof OutOfReach)) throw error;
    return transcript.add(sequence, entry);
  }
};

/** Whether all entries are messages of people. */
export const isOnlyWritten = (entries: readonly ChatEntry[]): boolean =>
  entries.every(({ role }) => role === 'user');

/**
 * Stores one more entry and returns the conversation. Where another process was first, its entries
 * are returned instead. If people wrote meanwhile, a tool's outcome is stored after their messages,
 * which the model reads before its next answer.
 */
export const kept = async (
  agent: Agent,
  before: readonly ChatEntry[],
  entry: ChatEntry,
): Promise<ChatEntry[]> => {
  for (let entries = [...before]; ; ) {
    if (await keep(agent, entries.length, entry)) return [...entries, entry];
    const now = await agent.transcript.entries();
    if (entry.role === 'assistant' || !isOnlyWritten(now.slice(entries.length))) return now;
    entries = now;
  }
};
