import { useState } from 'react';
import Button from '@cloudscape-design/components/button';
import type { NodeResult } from '#lib/domain/executions/execution.schema.ts';
import { wholeRun } from '#lib/domain/executions/lanes/lane.rules.ts';
import { executions } from '#web/api/executions.ts';
import type { RunLook } from '#web/components/run/look.ts';

type Results = Readonly<Record<string, NodeResult>>;

/** The node that ended a lane, or the run: it failed, and no policy led on from it. */
export const failedNode = (results: Results): string | undefined =>
  Object.keys(results)
    .filter((id) => results[id]?.status === 'FAILED' && results[id].handle === undefined)
    .sort((a, b) => ((results[a]?.ended_at ?? '') < (results[b]?.ended_at ?? '') ? -1 : 1))
    .at(-1);

type Place = { id: string; lane: string };

/** Where a failure began: what failed because of its branches or iterations leads into them. */
const originOf = async (runId: string, results: Results, lane: string): Promise<Place[]> => {
  const id = failedNode(results);
  if (id === undefined) return [];
  if (results[id]?.lanes === undefined) return [{ id, lane }];
  const at = { bot_exc_id: runId, node_id: id, ...(lane !== wholeRun && { lane }) };
  const { items } = await executions.listLanes({ ...at, state: 'FAILED', number_of_items: 1 });
  const [failed] = items;
  const inside = failed ? await originOf(runId, failed.results, failed.lane) : [];
  return [...inside, { id, lane }];
};

/** Leads to the step that a failed run failed at, in its iteration; nothing where none failed. */
export const ShowFailure = ({ look }: { look: RunLook }) => {
  const { run, jump } = look;
  const [looking, setLooking] = useState(false);
  const id = run.state === 'FAILED' ? failedNode(run.results) : undefined;
  if (id === undefined) return null;
  const show = async () => {
    setLooking(true);
    const [place] = await originOf(run._id, run.results, wholeRun).catch(() => []);
    setLooking(false);
    jump(place?.id ?? id, place?.lane);
  };
  return (
    <Button loading={looking} onClick={() => void show()}>
      Show the failed step
    </Button>
  );
};
