import { threadIdOf } from '#lib/domain/chat/thread.rules.ts';
import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import type { Lane } from '#lib/domain/executions/lanes/lane.schema.ts';
import { closeLanes, type RunEnd } from '#lib/domain/executions/runs/close.service.ts';
import { type EndAgentDeps, endAgents } from '../end-agent.ts';
import { removeWaits } from '../writer.ts';

/**
 * The conversations of agents that a lane may have left at work: those of its nodes that have not
 * succeeded. Searching the whole run would take longer with every lane.
 */
const openThreadIds = (run: Execution, { lane, results }: Lane): string[] =>
  Object.entries(results)
    .filter(([, { status }]) => status !== 'SUCCEEDED')
    .map(([nodeId]) => threadIdOf(run, lane, nodeId));

/**
 * Ends the open lanes of a run whose paths begin with the prefix, with their agents, and withdraws
 * their questions. Throws `RunClosed` where the run has ended meanwhile: then its agents were ended
 * with it, for the run's reason.
 */
export const endLanes = async (
  deps: EndAgentDeps,
  run: Execution,
  prefix: string,
  end: Pick<RunEnd, 'state' | 'cause' | 'details'>,
): Promise<void> => {
  const runKey = { tenant_id: run.tenant_id, bot_exc_id: run._id };
  const threads: string[] = [];
  const onEnded = (lane: Lane) => void threads.push(...openThreadIds(run, lane));
  await closeLanes(deps, runKey, { ...end, now: deps.clock() }, { prefix, onEnded });
  await removeWaits(deps, run, prefix, end.state);
  await endAgents({ deps, run }, threads, end.cause);
};
