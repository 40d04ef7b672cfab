import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import { closeLanes, type End } from '#lib/domain/executions/runs/close.service.ts';
import { type EndAgentDeps, endAgentsOfLanes } from '../end-agent.ts';
import { removeWaits } from '../writer.ts';

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
  await closeLanes(deps, at, { ...end, now: deps.clock() }, prefix);
  await removeWaits(deps, run, prefix, end.state);
  await endAgentsOfLanes({ deps, run }, prefix, end.cause);
};
