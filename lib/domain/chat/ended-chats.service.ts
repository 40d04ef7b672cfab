import type { Database } from '#lib/kernel/database.ts';
import type { Realtime } from '#lib/ports/realtime.ts';
import { isFinal } from '../executions/execution.rules.ts';
import { executionStore } from '../executions/execution.store.ts';
import { followerOf } from './follower.rules.ts';
import { chatNotifier } from './chat-notifier.service.ts';
import { withCurrentStatus } from './thread.rules.ts';
import { threadStore } from './thread.store.ts';

type Deps = { db: Database; realtime: Realtime };

/** Notifies open chats that the AI agents which were active in an ended run have stopped. */
export const notifyEndedChats =
  ({ db, realtime }: Deps) =>
  async ({ tenant_id, bot_exc_id }: { tenant_id: string; bot_exc_id: string }): Promise<void> => {
    const run = await executionStore(db, tenant_id).get(bot_exc_id);
    if (!run || !isFinal(run.state)) return;
    const notifier = chatNotifier(realtime, { tenant_id, follower: followerOf(run) });
    for await (const thread of threadStore(db, tenant_id).allOfRun(bot_exc_id)) {
      if (thread.status === 'ACTIVE')
        await notifier.standing(thread, withCurrentStatus(thread, run));
    }
  };
