import type { Caller } from '#lib/kernel/caller.ts';
import { guards } from '#lib/kernel/guards.ts';
import { pathTo } from '#lib/pages.ts';
import { decide } from '../account/permission.rules.ts';
import { followerOf } from '../chat/follower.rules.ts';
import type { Execution } from '../executions/execution.schema.ts';

const { getChatThread, sendChatMessage, getPortalRun, sendPortalMessage } = guards;

/** Whether the caller may write to the agents of all runs. */
export const mayWriteInChat = (caller: Caller): boolean =>
  [getChatThread, sendChatMessage].every((call) => decide(caller, call).allowed);

/** Whether the caller may write to the agents of runs that they started in the portal. */
export const mayWriteInPortal = (caller: Caller): boolean =>
  [getPortalRun, sendPortalMessage].every((call) => decide(caller, call).allowed);

type Run = Pick<Execution, '_id' | 'bot_id' | 'app' | 'trigger'>;

/** The console page where the caller may answer an agent; undefined if they may not. */
export const answerPath = (
  caller: Caller,
  run: Run,
  { chat_thread_id: thread }: { chat_thread_id: string },
): string | undefined => {
  const { bot_id, _id: bot_exc_id } = run;
  if (mayWriteInChat(caller)) return pathTo('chat', { bot_id, bot_exc_id }, { thread });
  const isFollower = followerOf(run) === caller.user_id;
  return isFollower && mayWriteInPortal(caller)
    ? pathTo('portalRun', { app_id: bot_id, bot_exc_id })
    : undefined;
};
