import type { Database } from '#lib/kernel/database.ts';
import type { WaitingFor } from '../executions/execution.schema.ts';
import type { ChatEntry } from './entry.schema.ts';
import { type OpenQuestion, questionOfCall } from './question.rules.ts';
import { threadStore } from './thread.store.ts';

type Waits = Extract<ChatEntry, { role: 'waits' }>;

/** Entries per database query: suggestions, the wait and the call. */
const readAtOnce = 4;

/** The question of an AI agent for which its run waits; undefined once somebody has answered. */
export const findOpenQuestion = async (
  db: Database,
  tenantId: string,
  { chat_thread_id }: NonNullable<WaitingFor['thread']>,
): Promise<OpenQuestion | undefined> => {
  let wait: Waits | undefined;
  const readOptions = { descending: true, limit: readAtOnce };
  for await (const { entry } of threadStore(db, tenantId).entries(chat_thread_id, readOptions)) {
    if (!wait) {
      if (entry.role === 'waits') wait = entry;
      else if (entry.role !== 'suggested') return undefined;
      continue;
    }
    if (entry.role !== 'assistant') continue;
    const { tool_call_id, asked_at, until } = wait;
    for (const part of entry.parts) {
      if (part.type !== 'tool_call' || part.tool_call_id !== tool_call_id) continue;
      const question = questionOfCall(part.tool_name, part.args);
      if (question !== undefined) return { question, asked_at, until };
    }
    return undefined;
  }
  return undefined;
};
