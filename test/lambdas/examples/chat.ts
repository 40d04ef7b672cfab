import { sessionIdOf } from '#lib/domain/chat/session.rules.ts';
import { threadStore } from '#lib/domain/chat/thread.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { openedThread } from '../../domain/chat/opened-thread.ts';
import { startRun } from '../../domain/executions/runs.ts';
import { canary, type Example } from '../example.ts';

export const example: Example = {
  inputs: { sendChatMessage: { content: 'Go on.', client_id: 'message-1' } },
  furnish: async (scene, { bot_id = '' }) => {
    const bot_exc_id = await startRun(scene, { bot_id, bot_name: canary });
    const { db, root, time } = scene;
    const at = { db, tenant_id: root.tenant_id, time };
    const named = { bot_id, agent_name: canary };
    const chat_thread_id = await openedThread(at, bot_exc_id, named);
    const store = threadStore(db, root.tenant_id);
    const created_at = isoTime(time.now);
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
