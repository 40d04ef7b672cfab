import type { ChatEntry, KeptEntry } from '#lib/domain/chat/entry.schema.ts';
import { followerOf } from '#lib/domain/chat/follower.rules.ts';
import { sessionIdOf } from '#lib/domain/chat/session.rules.ts';
import { usageIn } from '#lib/domain/chat/spent.rules.ts';
import type { ChatThread } from '#lib/domain/chat/thread.schema.ts';
import { threadIdOf } from '#lib/domain/chat/thread.rules.ts';
import { threadStore } from '#lib/domain/chat/thread.store.ts';
import { chatNotifier } from '#lib/domain/chat/chat-notifier.service.ts';
import { type AgentUsage, agentUsageStore } from '#lib/domain/executions/runs/agent-use.store.ts';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { derivedId } from '#lib/kernel/ids.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { type Note, OutOfReach, type Transcript } from '../nodes/ai-agent/transcript.ts';
import type { Segment, Turn } from './segment.ts';

type Context = ChatThread['agent_context_info'];

/** The indexes of the turns around a turn, outermost first. */
const outerIndexesOf = ({ outer }: Turn): number[] =>
  outer ? [...outerIndexesOf(outer), outer.index] : [];

/** A new thread for a node; its id is the same for every attempt. */
const newThread = (
  { run, lane, turn, deps }: Segment,
  { id, name }: GraphNode,
  { output_format_description: format, allow_user_interaction }: Context,
): ChatThread => {
  const now = isoTime(deps.clock());
  return {
    _id: threadIdOf(run, lane, id),
    chat_session_id: sessionIdOf(run._id),
    bot_id: run.bot_id,
    bot_exc_id: run._id,
    agent_node_id: id,
    lane,
    agent_name: name,
    ...(turn && { loop_index: turn.index }),
    ...(turn?.outer && { outer_indexes: outerIndexesOf(turn) }),
    status: 'ACTIVE',
    agent_context_info: {
      ...(format && { output_format_description: format }),
      allow_user_interaction,
    },
    spent: usageIn([]),
    failures: 0,
    created_at: now,
    updated_at: now,
  };
};

/** The conversation of an agent, kept in the database so that it outlives every process. */
export const threadOf = (segment: Segment, node: GraphNode): Transcript => {
  const { deps, run } = segment;
  const store = threadStore(deps.db, run.tenant_id);
  const threadInfo = newThread(segment, node, { allow_user_interaction: true });
  const { _id: id } = threadInfo;
  const now = () => isoTime(deps.clock());
  const withUnreachableError = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      // A refused request would be refused again; any other failure may be temporary.
      throw error instanceof Refusal ? error : new OutOfReach(error);
    });
  const readEntries = async (): Promise<ChatEntry[]> => {
    const entries: ChatEntry[] = [];
    for await (const { entry } of store.entries(id)) entries.push(entry);
    return entries;
  };
  const follower = followerOf(run);
  const notifier = chatNotifier(deps.realtime, { tenant_id: run.tenant_id, follower });
  const open = async (context: Context) => {
    const freshThread = newThread(segment, node, context);
    const isNew = await store.open(freshThread);
    if (isNew) await notifier.created(freshThread);
    const thread = isNew ? freshThread : ((await store.get(id)) ?? freshThread);
    return { ...thread, opened_at: Date.parse(thread.created_at) };
  };
  const add = async (keptEntry: KeptEntry) => {
    const isMine = await store.add(id, keptEntry);
    if (isMine) await notifier.entry(threadInfo, keptEntry);
    return isMine;
  };
  const note = async (change: Note) => {
    const { status, retry, ended_by, limit, error } = change;
    // An agent that has ended waits for no retry of its model.
    await store.change(id, { ...(status && { retry }), ...change, updated_at: now() });
    if (!status && !retry && change.session_generated_bot_exc_id === undefined) return;
    await notifier.standing(threadInfo, {
      status: status ?? 'ACTIVE',
      retry,
      ended_by,
      limit,
      error,
    });
  };
  const { bot_exc_id, agent_node_id, loop_index } = threadInfo;
  const frameThread = {
    _id: id,
    bot_exc_id,
    agent_node_id,
    ...(loop_index !== undefined && { loop_index }),
    ...(follower !== undefined && { follower }),
  };
  const usageStore = agentUsageStore(deps.db, run, node.id);
  const count = async (usage: AgentUsage): Promise<AgentUsage> => {
    if (usage.tokens > 0 || usage.cost > 0) await usageStore.add(usage);
    return usageStore.sum();
  };
  return {
    id,
    shown: frameThread,
    open: (context) => withUnreachableError(open(context)),
    approvalId: (sequence, at) => derivedId('apr', at, id, String(sequence)),
    entries: () => withUnreachableError(readEntries()),
    add: (sequence, entry) => withUnreachableError(add({ sequence, created_at: now(), entry })),
    note: (change) => withUnreachableError(note(change)),
    ...(segment.turn && { count: (usage) => withUnreachableError(count(usage)) }),
  };
};
