import { threadIdOf } from '#lib/domain/chat/thread.rules.ts';
import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import type { Lane } from '#lib/domain/executions/lanes/lane.schema.ts';
import { closeLanes, type End } from '#lib/domain/executions/runs/close.service.ts';
import { type EndAgentDeps, endAgents } from '../end-agent.ts';
import { removeWaits } from '../writer.ts';

/**
 * The conversations of the agents that a lane may have left at work: those of its nodes that have
 * not succeeded. To look through all of the run would take longer with each lane that it has.
 */
const unended = (run: Execution, { lane, results }: Lane): string[] =>
  Object.entries(results)
    .filter(([, { status }]) => status !== 'SUCCEEDED')
    .map(([nodeId]) => threadIdOf(run, lane, nodeId));

/**
 * Ends the open lanes of a run whose paths begin so, with their agents, and takes back what they
 * ask. Throws `RunClosed` where the run has ended meanwhile: its agents have ended with it, for the
 * run's reason.
 */
export const endLanes = async (
  deps: EndAgentDeps,
  run: Execution,
  prefix: string,
  end: Pick<End, 'state' | 'cause' | 'said'>,
): Promise<void> => {
  const at = { tenant_id: run.tenant_id, bot_exc_id: run._id };
  const threads: string[] = [];
  const onEnded = (lane: Lane) => void threads.push(...unended(run, lane));
  await closeLanes(deps, at, { ...end, now: deps.clock() }, { prefix, onEnded });
  await removeWaits(deps, run, prefix, end.state);
  await endAgents({ deps, run }, threads, end.cause);
};
