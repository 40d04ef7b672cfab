import { sessionIdOf } from '#lib/domain/chat/session.rules.ts';
import { threadIdOf } from '#lib/domain/chat/thread.rules.ts';
import { threadStore } from '#lib/domain/chat/thread.store.ts';
import { executionStore } from '#lib/domain/executions/execution.store.ts';
import { wholeRun } from '#lib/domain/executions/lanes/lane.rules.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { storeThread } from '../../domain/chat/store-thread.ts';
import { startRun } from '../../domain/executions/runs.ts';
import { canary, type Example } from '../example.ts';

export const example: Example = {
  inputs: {
    sendChatMessage: { content: 'Go on.', client_id: 'message-1' },
    listAgentMessages: { agent_node_id: 'find' },
  },
  furnish: async (scene, { bot_id = '' }) => {
    const bot_exc_id = await startRun(scene, { bot_id, bot_name: canary });
    const { db, root, time } = scene;
    const at = { db, tenant_id: root.tenant_id, time };
    const run = await executionStore(db, root.tenant_id).get(bot_exc_id);
    if (!run) throw new Error('The run is missing.');
    const threadFields = { bot_id, agent_name: canary, _id: threadIdOf(run, wholeRun, 'find') };
    const chat_thread_id = await storeThread(at, bot_exc_id, threadFields);
    const store = threadStore(db, root.tenant_id);
    const created_at = isoTime(time.now);
    const entry = { role: 'user' as const, text: canary };
    // Portal users do not see an AI agent's first two entries.
    for (const sequence of [0, 1, 2]) {
      await store.add(chat_thread_id, { sequence, created_at, entry });
    }
    const chat_message_id = `${chat_thread_id}-2-0`;
    const chat_session_id = sessionIdOf(bot_exc_id);
    return { chat_exc_id: bot_exc_id, chat_session_id, chat_thread_id, chat_message_id };
  },
  otherIds: {
    listChatThreads: { bot_exc_id: 'chat_exc_id' },
    getChatSession: { bot_exc_id: 'chat_exc_id' },
    createChatSession: { bot_exc_id: 'chat_exc_id' },
  },
};
