import type { Caller } from '#lib/kernel/caller.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import { executionStore } from '../executions/execution.store.ts';
import type { chatRoutes } from './chat.routes.ts';
import {
  findOpeningThread,
  type IsReaderAsked,
  threadForReader,
} from './opening-thread.service.ts';
import { messagesIn, messagesInOrder, parseMessageId } from './message.rules.ts';
import { wholeRun } from '../executions/lanes/lane.rules.ts';
import { sendChatMessage, type SendDeps } from './send.service.ts';
import { runIdOfSession, sessionAgentsOf, sessionIdOf } from './session.rules.ts';
import { threadIdOf, withCurrentStatus } from './thread.rules.ts';
import type { ChatThread } from './thread.schema.ts';
import { threadStore } from './thread.store.ts';

export type ChatDeps = SendDeps;

type Call<K extends keyof typeof chatRoutes> = Service<typeof chatRoutes>[K];

const findRun = ({ db }: Pick<ChatDeps, 'db'>, { tenant_id }: Caller, id: string) =>
  executionStore(db, tenant_id).get(id);

const requireThread = async (
  { db }: Pick<ChatDeps, 'db'>,
  caller: Caller,
  id: string,
): Promise<ChatThread> => {
  const found = await threadStore(db, caller.tenant_id).get(id);
  if (!found) throw notFound('thread');
  return found;
};

/** Users who may read all runs see all questions, whoever is asked. */
const seesAllQuestions: IsReaderAsked = async () => true;

/**
 * Lists the AI agents of a run with their current status; `isReaderAsked` filters the waits shown.
 */
export const listChatThreads =
  (deps: ChatDeps, isReaderAsked = seesAllQuestions): Call<'listChatThreads'> =>
  async (caller, { bot_exc_id, agent_node_id, lane = wholeRun, ...request }) => {
    const run = await findRun(deps, caller, bot_exc_id);
    if (!run) throw notFound('run');
    const store = threadStore(deps.db, caller.tenant_id);
    if (agent_node_id !== undefined) {
      const thread = await store.get(threadIdOf(run, lane, agent_node_id));
      return { items: thread ? [await threadForReader(thread, run, isReaderAsked)] : [] };
    }
    const page = await store.ofRun(bot_exc_id, request);
    const isFirst = request.next === undefined && (request.page_number ?? 1) === 1;
    const opens_at = isFirst ? await findOpeningThread(store, run, page, isReaderAsked) : undefined;
    const readerThreads = page.items.map((thread) => threadForReader(thread, run, isReaderAsked));
    const items = await Promise.all(readerThreads);
    return { ...page, items, ...(opens_at && { opens_at }) };
  };

const listSessionThreads =
  (deps: ChatDeps): Call<'listSessionThreads'> =>
  async (caller, { chat_session_id, ...request }) => {
    const bot_exc_id = runIdOfSession(chat_session_id);
    if (bot_exc_id === undefined) throw notFound('run');
    return listChatThreads(deps)(caller, { bot_exc_id, ...request });
  };

/** Maximum number of AI agents that a chat lists. */
const maxAgents = 100;

const getChatSession =
  (deps: ChatDeps): Call<'getChatSession'> =>
  async (caller, { bot_id, bot_exc_id }) => {
    const run = await findRun(deps, caller, bot_exc_id);
    if (run?.bot_id !== bot_id) throw notFound('run');
    const { bot_name, state, created_at, updated_at } = run;
    const _id = sessionIdOf(bot_exc_id);
    const store = threadStore(deps.db, caller.tenant_id);
    const { items } = await store.ofRun(bot_exc_id, { number_of_items: maxAgents });
    const agents = sessionAgentsOf(items.map((thread) => withCurrentStatus(thread, run)));
    return { _id, bot_id, bot_name, bot_exc_id, state, ...agents, created_at, updated_at };
  };

const getChatThread =
  (deps: ChatDeps): Call<'getChatThread'> =>
  async (caller, { chat_thread_id }) => {
    const thread = await requireThread(deps, caller, chat_thread_id);
    return withCurrentStatus(thread, await findRun(deps, caller, thread.bot_exc_id));
  };

/** Maximum number of entries per database query. */
const maxEntriesPerQuery = 100;

const listChatMessages =
  ({ db }: Pick<ChatDeps, 'db'>): Call<'listChatMessages'> =>
  async (caller, { chat_thread_id, limit, skip, order }) => {
    const { _id } = await requireThread({ db }, caller, chat_thread_id);
    const endIndex = skip + limit;
    const descending = order === 'desc';
    const readOptions = { descending, limit: Math.min(endIndex, maxEntriesPerQuery) };
    const entries = [];
    let count = 0;
    for await (const keptEntry of threadStore(db, caller.tenant_id).entries(_id, readOptions)) {
      entries.push(keptEntry);
      count += messagesIn(_id, keptEntry).length;
      // Most entries are one message, so the amount read depends on the page and not on the thread.
      // Questions about a call are stored behind it, so reading from the front reads everything.
      if (descending && count >= endIndex) break;
    }
    const messages = messagesInOrder(_id, descending ? entries.toReversed() : entries);
    const ordered = descending ? messages.toReversed() : messages;
    return { messages: ordered.slice(skip, endIndex) };
  };

/**
 * Lists the messages of an AI agent's thread by node and iteration. In nested loops an iteration
 * number may occur several times: the latest counts. An agent in a branch of a parallel has none,
 * and the call does not name its branch, so it is searched among all threads of the run.
 */
const listAgentMessages =
  (deps: ChatDeps): Call<'listAgentMessages'> =>
  async (caller, { chat_session_id, agent_node_id, loop_index, ...paging }) => {
    const id = runIdOfSession(chat_session_id);
    const run = id === undefined ? undefined : await findRun(deps, caller, id);
    if (!run) throw notFound('run');
    const store = threadStore(deps.db, caller.tenant_id);
    const direct =
      loop_index === undefined
        ? await store.get(threadIdOf(run, wholeRun, agent_node_id))
        : undefined;
    const found = direct ?? (await store.ofTurn(run._id, { agent_node_id, loop_index }));
    if (!found) throw notFound('thread');
    return listChatMessages(deps)(caller, { chat_thread_id: found._id, ...paging });
  };

const getChatMessage =
  ({ db }: Pick<ChatDeps, 'db'>): Call<'getChatMessage'> =>
  async (caller, { chat_message_id }) => {
    const position = parseMessageId(chat_message_id);
    const store = threadStore(db, caller.tenant_id);
    const keptEntry = position && (await store.entry(position.thread, position.sequence));
    const message = keptEntry && messagesIn(position.thread, keptEntry)[position.partIndex];
    if (!message) throw notFound('message');
    return message;
  };

export const chatService = (deps: ChatDeps): Service<typeof chatRoutes> => ({
  listChatThreads: listChatThreads(deps),
  listSessionThreads: listSessionThreads(deps),
  getChatSession: getChatSession(deps),
  createChatSession: getChatSession(deps),
  getChatThread: getChatThread(deps),
  listChatMessages: listChatMessages(deps),
  listAgentMessages: listAgentMessages(deps),
  sendChatMessage: sendChatMessage(deps),
  getChatMessage: getChatMessage(deps),
});
