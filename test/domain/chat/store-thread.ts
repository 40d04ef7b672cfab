import { sessionIdOf } from '#lib/domain/chat/session.rules.ts';
import { usageIn } from '#lib/domain/chat/spent.rules.ts';
import type { ChatThread } from '#lib/domain/chat/thread.schema.ts';
import { threadStore } from '#lib/domain/chat/thread.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { timedId } from '#lib/kernel/ids.ts';

/** The AI agent's organisation, and the time (epoch ms). */
type ThreadScene = { db: Database; tenant_id: string; time: { now: number } };

/** Opens a thread of a run's AI agent now; returns its id. */
export const storeThread = async (
  { db, tenant_id, time }: ThreadScene,
  bot_exc_id: string,
  { _id = timedId('thr', time.now), ...fields }: Partial<ChatThread> = {},
): Promise<string> => {
  const created_at = isoTime(time.now);
  await threadStore(db, tenant_id).open({
    _id,
    chat_session_id: sessionIdOf(bot_exc_id),
    bot_id: 'bot_1',
    bot_exc_id,
    agent_node_id: 'find',
    lane: '',
    agent_name: 'find',
    status: 'ACTIVE',
    agent_context_info: { allow_user_interaction: true },
    spent: usageIn([]),
    failures: 0,
    created_at,
    updated_at: created_at,
    ...fields,
  });
  return _id;
};
