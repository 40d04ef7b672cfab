import { sessionIdOf } from '#lib/domain/chat/session.rules.ts';
import { spentIn } from '#lib/domain/chat/spent.rules.ts';
import { threadStore } from '#lib/domain/chat/thread.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { startRun } from '../../domain/executions/runs.ts';
import { canary, type Example } from '../example.ts';

export const example: Example = {
  inputs: { sendChatMessage: { content: 'Go on.', client_id: 'message-1' } },
  furnish: async (scene, { bot_id = '' }) => {
    const bot_exc_id = await startRun(scene, { bot_id, bot_name: canary });
    const store = threadStore(scene.db, scene.root.tenant_id);
    const created_at = isoTime(scene.time.now);
    const chat_thread_id = timedId('thr', scene.time.now);
    await store.open({
      _id: chat_thread_id,
      chat_session_id: sessionIdOf(bot_exc_id),
      bot_id,
      bot_exc_id,
      agent_node_id: 'find',
      lane: '',
      agent_name: canary,
      status: 'ACTIVE',
      agent_context_info: { allow_user_interaction: true },
      spent: spentIn([]),
      failures: 0,
      created_at,
      updated_at: created_at,
    });
    const entry = { role: 'user' as const, text: canary };
    await store.add(chat_thread_id, { sequence: 0, created_at, entry });
    await store.add(chat_thread_id, { sequence: 1, created_at, entry });
    const chat_message_id = `${chat_thread_id}-0-0`;
    const chat_session_id = sessionIdOf(bot_exc_id);
    return { chat_exc_id: bot_exc_id, chat_session_id, chat_thread_id, chat_message_id };
  },
  otherIds: {
    listChatThreads: { bot_exc_id: 'chat_exc_id' },
    getChatSession: { bot_exc_id: 'chat_exc_id' },
    createChatSession: { bot_exc_id: 'chat_exc_id' },
  },
};
