import type { Caller } from '#lib/kernel/caller.ts';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { conflict, forbidden, notFound, Refusal } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { Realtime } from '#lib/ports/realtime.ts';
import { isFinal } from '../executions/execution.rules.ts';
import { executionStore } from '../executions/execution.store.ts';
import { wholeRun } from '../executions/lanes/lane.rules.ts';
import { type WakeDeps, wakeRun } from '../pauses/wake.service.ts';
import type { chatRoutes } from './chat.routes.ts';
import type { KeptEntry } from './entry.schema.ts';
import { followerOf } from './follower.rules.ts';
import { maxMessagesPerMinute, maxUserMessages, messagesIn } from './message.rules.ts';
import type { ChatMessage } from './message.schema.ts';
import { chatNotifier } from './chat-notifier.service.ts';
import type { ChatThread } from './thread.schema.ts';
import { threadStore } from './thread.store.ts';

export type SendDeps = WakeDeps & { db: Database; clock: Clock; realtime: Realtime };

const conversationEnded = () =>
  conflict('This conversation has ended. Start the bot again to continue.');

const tooManyMessages = () =>
  conflict(`This conversation has ${maxUserMessages} messages of people, which is the limit.`);

const minute = 60_000;

const tooFast = (wait: number) =>
  new Refusal(
    429,
    `You sent ${maxMessagesPerMinute} messages within a minute. Send this one again later.`,
    {
      headers: { 'retry-after': String(Math.max(1, Math.ceil(wait / 1000))) },
    },
  );

type ThreadStore = ReturnType<typeof threadStore>;

/**
 * Milliseconds until the user may write again; `ownSequences` are sequence numbers of earlier
 * messages.
 */
const sendDelayOf = async (
  threads: ThreadStore,
  id: string,
  ownSequences: readonly number[],
  now: number,
): Promise<number> => {
  const oldestSequence = ownSequences.at(-maxMessagesPerMinute);
  const first = oldestSequence === undefined ? undefined : await threads.entry(id, oldestSequence);
  return first ? Date.parse(first.created_at) + minute - now : 0;
};

/** Returns the thread; throws 404 if it does not exist, and 403 if it accepts no messages. */
const requireWritableThread = async (
  { db }: SendDeps,
  caller: Caller,
  id: string,
): Promise<ChatThread> => {
  const thread = await threadStore(db, caller.tenant_id).get(id);
  if (!thread) throw notFound('thread');
  if (!thread.agent_context_info.allow_user_interaction) {
    throw forbidden('User Interaction Disabled. This agent accepts no messages.');
  }
  return thread;
};

const isOpen = async ({ db }: SendDeps, { tenant_id }: Caller, thread: ChatThread) => {
  const run = await executionStore(db, tenant_id).get(thread.bot_exc_id);
  return thread.status === 'ACTIVE' && run !== undefined && !isFinal(run.state);
};

type SentMessage = { content: string; client_id: string };

/** Throws 409 if another text was sent before with the same id. */
const requireSameText = (keptEntry: KeptEntry, content: string): KeptEntry => {
  if ('text' in keptEntry.entry && keptEntry.entry.text === content) return keptEntry;
  throw conflict('Another message was sent with this client_id. Give each message its own.');
};

/** Stores the message unless it was stored before. Throws 409 if the thread takes none, or 429. */
const storeMessage = async (
  deps: SendDeps,
  caller: Caller,
  thread: ChatThread,
  { content, client_id }: SentMessage,
): Promise<{ keptEntry: KeptEntry; isNew: boolean }> => {
  const threads = threadStore(deps.db, caller.tenant_id);
  const by = caller.user_id;
  let sequence = 0;
  let userMessageCount = 0;
  const ownSequences: number[] = [];
  let hasEnded = false;
  for (;;) {
    // If another writer took the place, only new entries are read.
    const lastRead = sequence === 0 ? undefined : sequence - 1;
    for await (const mark of threads.marks(thread._id, lastRead)) {
      hasEnded = mark.role === 'assistant' && mark.final === true;
      sequence = mark.sequence + 1;
      if (mark.role !== 'user' || mark.by === undefined) continue;
      if (mark.by === by && mark.client_id === client_id) {
        const keptEntry = await threads.entry(thread._id, mark.sequence);
        if (keptEntry) return { keptEntry: requireSameText(keptEntry, content), isNew: false };
      }
      userMessageCount += 1;
      if (mark.by === by) ownSequences.push(mark.sequence);
    }
    if (hasEnded || !(await isOpen(deps, caller, thread))) throw conversationEnded();
    if (userMessageCount >= maxUserMessages) throw tooManyMessages();
    const wait = await sendDelayOf(threads, thread._id, ownSequences, deps.clock());
    if (wait > 0) throw tooFast(wait);
    // The opening entries are written by the agent.
    if (sequence < 2) throw conflict('This agent has not started yet. Try again in a moment.');
    const entry = { role: 'user' as const, text: content, by, client_id };
    const newEntry = { sequence, created_at: isoTime(deps.clock()), entry };
    if (await threads.add(thread._id, newEntry)) return { keptEntry: newEntry, isNew: true };
  }
};

/**
 * Stores a message to an AI agent, only once however often it is sent, and wakes the agent if it
 * waits for one. A message that arrives while it works is read before its next answer.
 */
export const sendChatMessage =
  (deps: SendDeps): Service<typeof chatRoutes>['sendChatMessage'] =>
  async (caller, { chat_thread_id, ...sentMessage }): Promise<ChatMessage> => {
    const thread = await requireWritableThread(deps, caller, chat_thread_id);
    const { keptEntry, isNew } = await storeMessage(deps, caller, thread, sentMessage);
    const { tenant_id } = caller;
    const { bot_exc_id, lane, agent_node_id: node_id } = thread;
    const run = await executionStore(deps.db, tenant_id).get(bot_exc_id);
    const recipient = { tenant_id, follower: run && followerOf(run) };
    if (isNew) await chatNotifier(deps.realtime, recipient).entry(thread, keptEntry);
    // A repeated message wakes the agent again, as the first sender may have died before waking it.
    // A lane that waits for something else checks and continues to wait.
    if (lane !== wholeRun || run?.waiting_for?.kind === 'message') {
      await wakeRun(deps, tenant_id, { bot_exc_id, lane, node_id });
    }
    const [message] = messagesIn(thread._id, keptEntry);
    if (!message) throw new Error('The stored entry is not a message.');
    return message;
  };
