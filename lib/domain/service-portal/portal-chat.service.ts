import type { Caller } from '#lib/kernel/caller.ts';
import { guards } from '#lib/kernel/guards.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import { decide } from '../account/permission.rules.ts';
import { decisionRefusalOf, mayDecide } from '../approvals/approval.rules.ts';
import { approvalStore } from '../approvals/approval.store.ts';
import { type ChatDeps, chatService, listChatThreads } from '../chat/chat.service.ts';
import {
  messageForFollower,
  messagesForFollower,
  threadForFollower,
} from '../chat/follower.rules.ts';
import { parseMessageId } from '../chat/message.rules.ts';
import { type IsReaderAsked, threadForReader } from '../chat/opening-thread.service.ts';
import { waitOf } from '../chat/thread.rules.ts';
import { threadStore } from '../chat/thread.store.ts';
import type { Execution } from '../executions/execution.schema.ts';
import { portalChatRoutes } from './portal-chat.routes.ts';

/** Finds a run of the caller's own; throws a refusal otherwise. */
type FindRun = (caller: Caller, id: string) => Promise<Execution>;

const mayReadRun = (caller: Caller): boolean => decide(caller, guards.getExecution).allowed;

/** Whether an agent waits for the caller: they may write to it, or decide its approval. */
const isWaitingFor =
  ({ db, clock }: ChatDeps, caller: Caller): IsReaderAsked =>
  async (thread, run) => {
    if (thread.waiting_for === 'message') {
      return decide(caller, portalChatRoutes.sendPortalMessage).allowed;
    }
    if (!mayDecide(caller)) return false;
    const { approval_id } = waitOf(thread, run) ?? {};
    const approvals = approvalStore(db, caller.tenant_id);
    const approval = approval_id === undefined ? undefined : await approvals.get(approval_id);
    return approval !== undefined && decisionRefusalOf(approval, caller, clock()) === undefined;
  };

/** Chat calls on the agents of app runs, limited to the caller's own runs. */
export const portalChatService = (
  deps: ChatDeps,
  findRun: FindRun,
): Service<typeof portalChatRoutes> => {
  const chat = chatService(deps);

  const findOwn = async (caller: Caller, id: string, chat_thread_id: string) => {
    const run = await findRun(caller, id);
    const thread = await threadStore(deps.db, caller.tenant_id).get(chat_thread_id);
    if (thread?.bot_exc_id !== id) throw notFound('thread');
    return { run, thread };
  };

  return {
    async listPortalThreads(caller, request) {
      await findRun(caller, request.bot_exc_id);
      const list = listChatThreads(deps, isWaitingFor(deps, caller));
      const { items, opens_at, ...page } = await list(caller, request);
      return {
        ...page,
        items: items.map((one) => threadForFollower(one, mayReadRun(caller))),
        ...(opens_at && { opens_at: threadForFollower(opens_at, mayReadRun(caller)) }),
      };
    },

    async getPortalThread(caller, { bot_exc_id, chat_thread_id }) {
      const { run, thread } = await findOwn(caller, bot_exc_id, chat_thread_id);
      const threadView = await threadForReader(thread, run, isWaitingFor(deps, caller));
      return threadForFollower(threadView, mayReadRun(caller));
    },

    async listPortalMessages(caller, { bot_exc_id, ...request }) {
      await findOwn(caller, bot_exc_id, request.chat_thread_id);
      const { messages } = await chat.listChatMessages(caller, request);
      return { messages: messagesForFollower(messages, caller.user_id) };
    },

    async sendPortalMessage(caller, { bot_exc_id, ...sent }) {
      await findOwn(caller, bot_exc_id, sent.chat_thread_id);
      return chat.sendChatMessage(caller, sent);
    },

    async getPortalMessage(caller, { bot_exc_id, chat_message_id }) {
      await findRun(caller, bot_exc_id);
      const messageRef = parseMessageId(chat_message_id);
      if (!messageRef) throw notFound('message');
      await findOwn(caller, bot_exc_id, messageRef.thread);
      const message = await chat.getChatMessage(caller, { chat_message_id });
      const visibleMessage = messageForFollower(message, caller.user_id);
      if (!visibleMessage) throw notFound('message');
      return visibleMessage;
    },
  };
};
