import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import { closeLanes, type End } from '#lib/domain/executions/runs/close.service.ts';
import { type EndAgentDeps, endAgentsOfLanes } from '../end-agent.ts';
import { removeWaits } from '../writer.ts';

/**
 * Ends the open lanes of a run whose paths begin so, with their agents, and takes back what they
 * ask. Throws `RunClosed` where the run has ended meanwhile.
 */
export const endLanes = async (
  deps: EndAgentDeps,
  run: Execution,
  prefix: string,
  { state, cause }: Pick<End, 'state' | 'cause'>,
): Promise<void> => {
  const at = { tenant_id: run.tenant_id, bot_exc_id: run._id };
  await closeLanes(deps, at, { state, cause, now: deps.clock() }, prefix);
  await removeWaits(deps, run, prefix);
  await endAgentsOfLanes({ deps, run }, prefix, cause);
};
