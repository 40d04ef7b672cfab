import { runIsOver } from '#lib/domain/executions/runs/is-over.service.ts';
import { closeRun } from '#lib/domain/executions/runs/close.service.ts';
import { threadIdOf } from '#lib/domain/chat/thread.rules.ts';
import { threadStore } from '#lib/domain/chat/thread.store.ts';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { startedRuns } from '../nodes/ai-agent/followed-call.ts';
import type { Failed } from '../nodes/node.ts';
import type { Segment } from './segment.ts';
import { threadOf } from './thread.ts';

/**
 * An agent whose node failed for good works no more, whatever failed it: a timeout of the node does
 * not come from the agent. Its conversation says why it ended, and the run that it waited for ends.
 * `key` is that of the node's effect.
 */
export const endAgent = async (
  segment: Segment,
  node: GraphNode,
  { error }: Failed,
  key: string,
): Promise<void> => {
  if (node.type !== 'ai_agent') return;
  const { deps, run, lane } = segment;
  const { tenant_id } = run;
  const thread = await threadStore(deps.db, tenant_id).get(threadIdOf(run, lane, node.id));
  if (!thread) return;
  // Whoever ended the run has ended its agents, and the runs that they started.
  if (await runIsOver(deps.db)(tenant_id, run._id)) return;
  const transcript = threadOf(segment, node);
  const noted = thread.session_generated_bot_exc_id;
  const started = startedRuns(await transcript.entries(), key);
  const cause = `The agent "${node.name}" that started this run has failed.`;
  const end = { state: 'CANCELLED', cause, now: deps.clock() } as const;
  for (const _id of new Set(noted === undefined ? started : [noted, ...started])) {
    await closeRun(deps, { tenant_id, _id }, end);
  }
  if (thread.status === 'ACTIVE') await transcript.note({ status: 'FAILED', error });
};
