import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import { OutOfReach } from './transcript.ts';
import type { Agent } from './work.ts';

/**
 * Keeps an entry; false where somebody else has written in its place. The answer of the store may
 * have been lost, so that it is asked once more: what a tool has done must not be forgotten.
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

/** Whether entries are messages of people, and nothing else. */
export const isOnlyWritten = (entries: readonly ChatEntry[]): boolean =>
  entries.every(({ role }) => role === 'user');

/**
 * The conversation with one more entry. Where somebody else was first, it is what there is then;
 * what people wrote meanwhile moves what a tool has done, and is read before the next answer.
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
