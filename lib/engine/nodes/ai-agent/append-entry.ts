import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import { OutOfReach } from './transcript.ts';
import type { Agent } from './run-agent.ts';

/**
 * Stores an entry; returns false where another entry is already in its place. Tries a second time,
 * since the response of the store may have been lost: the outcome of a tool must not be forgotten.
 */
export const storeEntry = async (
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
export const isOnlyFromPeople = (entries: readonly ChatEntry[]): boolean =>
  entries.every(({ role }) => role === 'user');

/**
 * Stores one more entry and returns the conversation. Where another process was first, its entries
 * are returned instead. If people wrote meanwhile, a tool's outcome is stored after their messages,
 * which the model reads before its next answer.
 */
export const appendEntry = async (
  agent: Agent,
  previousEntries: readonly ChatEntry[],
  entry: ChatEntry,
): Promise<ChatEntry[]> => {
  for (let entries = [...previousEntries]; ;) {
    if (await storeEntry(agent, entries.length, entry)) return [...entries, entry];
    const currentEntries = await agent.transcript.entries();
    if (entry.role === 'assistant' || !isOnlyFromPeople(currentEntries.slice(entries.length)))
      return currentEntries;
    entries = currentEntries;
  }
};
