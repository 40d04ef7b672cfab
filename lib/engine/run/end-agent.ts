import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import { followerOf } from '#lib/domain/chat/follower.rules.ts';
import { chatNotifier } from '#lib/domain/chat/chat-notifier.service.ts';
import { threadIdOf } from '#lib/domain/chat/thread.rules.ts';
import type { ChatThread } from '#lib/domain/chat/thread.schema.ts';
import { threadStore } from '#lib/domain/chat/thread.store.ts';
import { wholeRun } from '#lib/domain/executions/lanes/lane.rules.ts';
import { closeRun } from '#lib/domain/executions/runs/close.service.ts';
import { isLaneOver, isRunOver } from '#lib/domain/executions/runs/is-over.service.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { startedRuns } from '../nodes/ai-agent/followed-call.ts';
import type { EngineDeps } from '../deps.ts';
import type { Failed } from '../nodes/node.ts';
import type { Segment } from './segment.ts';

/** The dependencies of ending an agent. */
export type EndAgentDeps = Pick<EngineDeps, 'db' | 'realtime' | 'bus' | 'clock'>;

type AgentContext = Pick<Segment, 'run'> & { deps: EndAgentDeps };

/** The idempotency key of a node's effect: the same for every attempt. */
export const effectKey = (runId: string, lane: string, nodeId: string): string =>
  `${runId}:${nodeId}:${lane === wholeRun ? '0' : lane}`;

/** Ends the conversation of an agent, and cancels those of its runs that are still open. */
const endThread = async (
  { deps, run }: AgentContext,
  thread: ChatThread,
  finalState: Pick<ChatThread, 'status' | 'error'>,
  cause: string,
): Promise<void> => {
  const { tenant_id } = run;
  const { _id, lane, agent_node_id, session_generated_bot_exc_id: notedRunId } = thread;
  const threads = threadStore(deps.db, tenant_id);
  const entries: ChatEntry[] = [];
  for await (const { entry } of threads.entries(_id)) entries.push(entry);
  const startedIds = startedRuns(entries, effectKey(run._id, lane, agent_node_id));
  const now = deps.clock();
  for (const id of new Set(notedRunId === undefined ? startedIds : [notedRunId, ...startedIds])) {
    await closeRun(deps, { tenant_id, _id: id }, { state: 'CANCELLED', cause, now });
  }
  if (thread.status !== 'ACTIVE') return;
  await threads.change(_id, { ...finalState, retry: undefined, updated_at: isoTime(now) });
  await chatNotifier(deps.realtime, { tenant_id, follower: followerOf(run) }).standing(
    thread,
    finalState,
  );
};

/** Before its node is tried again, an agent's failures and retry are reset, whatever the cause. */
export const resetAgentRetry = async (
  { deps, run, lane }: Segment,
  node: GraphNode,
): Promise<void> => {
  if (node.type !== 'ai_agent') return;
  const threads = threadStore(deps.db, run.tenant_id);
  const thread = await threads.get(threadIdOf(run, lane, node.id));
  if (thread?.status !== 'ACTIVE') return;
  const resetFields = { failures: 0, retry: undefined, failed_integration_id: undefined };
  await threads.change(thread._id, { ...resetFields, updated_at: isoTime(deps.clock()) });
  const notifier = chatNotifier(deps.realtime, {
    tenant_id: run.tenant_id,
    follower: followerOf(run),
  });
  await notifier.standing(thread, { status: 'ACTIVE' });
};

/**
 * Ends the agent of a node that failed for good, whatever the reason: a timeout of the node, for
 * example, does not come from the agent. Its conversation records the error, and the run that it
 * waited for is ended.
 */
export const endAgent = async (
  segment: Segment,
  node: GraphNode,
  { error }: Failed,
): Promise<void> => {
  if (node.type !== 'ai_agent') return;
  const { deps, run, lane } = segment;
  const { tenant_id, _id: bot_exc_id } = run;
  const thread = await threadStore(deps.db, tenant_id).get(threadIdOf(run, lane, node.id));
  if (!thread) return;
  // Code that ends a run also ends its agents and the runs that they started.
  if (await isRunOver(deps.db)(tenant_id, bot_exc_id)) return;
  const isOver = await isLaneOver(deps.db)({ tenant_id, bot_exc_id, lane });
  const status = isOver ? 'CANCELLED' : 'FAILED';
  const cause = `The agent "${node.name}" that started this run has failed.`;
  await endThread(segment, thread, { status, error }, cause);
};

/** Ends those of the conversations whose agents are still at work: their lanes have ended. */
export const endAgents = async (
  context: AgentContext,
  threadIds: readonly string[],
  error: string,
): Promise<void> => {
  const threads = threadStore(context.deps.db, context.run.tenant_id);
  for (const id of threadIds) {
    const thread = await threads.get(id);
    if (thread?.status !== 'ACTIVE') continue;
    const cause = `The agent "${thread.agent_name}" that started this run has ended.`;
    await endThread(context, thread, { status: 'CANCELLED', error }, cause);
  }
};
