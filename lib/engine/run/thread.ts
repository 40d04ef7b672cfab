import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import { spentIn } from '#lib/domain/chat/spent.rules.ts';
import type { ChatThread } from '#lib/domain/chat/thread.schema.ts';
import { threadIdOf } from '#lib/domain/chat/thread.rules.ts';
import { threadStore } from '#lib/domain/chat/thread.store.ts';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { OutOfReach, type Transcript } from '../nodes/ai-agent/transcript.ts';
import type { Segment } from './segment.ts';

/** The thread of a node, new: the same one for every attempt. */
const newThread = (
  { run, lane, turn, deps }: Segment,
  { id, name }: GraphNode,
  output_format_description: string,
): ChatThread => {
  const now = isoTime(deps.clock());
  return {
    _id: threadIdOf(run, lane, id),
    bot_id: run.bot_id,
    bot_exc_id: run._id,
    agent_node_id: id,
    lane,
    agent_name: name,
    ...(turn && { loop_index: turn.index }),
    status: 'ACTIVE',
    agent_context_info: { ...(output_format_description && { output_format_description }) },
    spent: spentIn([]),
    failures: 0,
    created_at: now,
    updated_at: now,
  };
};

/** The conversation of an agent of a run, which outlives every process. */
export const threadOf = (segment: Segment, node: GraphNode): Transcript => {
  const { deps, run } = segment;
  const store = threadStore(deps.db, run.tenant_id);
  const { _id: id } = newThread(segment, node, '');
  const now = () => isoTime(deps.clock());
  const reached = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw new OutOfReach(error);
    });
  const read = async (): Promise<ChatEntry[]> => {
    const entries: ChatEntry[] = [];
    for await (const { entry } of store.entries(id)) entries.push(entry);
    return entries;
  };
  const open = async (format: string) => {
    const fresh = newThread(segment, node, format);
    const thread = (await store.open(fresh)) ? fresh : ((await store.get(id)) ?? fresh);
    return { ...thread, opened_at: Date.parse(thread.created_at) };
  };
  return {
    id,
    open: (format) => reached(open(format)),
    entries: () => reached(read()),
    add: (sequence, entry) => reached(store.add(id, { sequence, created_at: now(), entry })),
    note: async (change) => {
      await reached(store.change(id, { ...change, updated_at: now() }));
    },
  };
};
