import type { Database } from '#lib/kernel/database.ts';
import { badRequest } from '#lib/kernel/refusal.ts';
import type { Files } from '#lib/ports/files.ts';
import type { Graph } from '../../bots/bot.schema.ts';
import { opensTurns } from '../../bots/node-facts.schema.ts';
import type { Execution, NodeResult } from '../execution.schema.ts';
import { enclosingLanes, lanePathOf, originOf, wholeRun } from './lane.rules.ts';
import type { Lane } from './lane.schema.ts';
import { laneStore } from './lane.store.ts';

type Deps = { db: Database; files: Files };
/** Dependencies with a reader of outputs. */
type LaneDataDeps = Deps & { read: ReadOutput };
type Run = Pick<Execution, 'tenant_id' | '_id' | 'results'>;

const readFile = async ({ files }: Deps, key: string): Promise<unknown> => {
  const text = await files.get(key);
  if (text === undefined) throw badRequest('The saved data of that run is no longer kept.');
  return JSON.parse(text);
};

/** The output of a node, read from its file if it is stored in one. Throws 400 if that is gone. */
export const readNodeOutput = async (
  deps: Deps,
  { output, output_ref }: NodeResult,
): Promise<unknown> => (output_ref === undefined ? output : readFile(deps, output_ref));

/** Reads the part of a node's output that the caller may see. */
export type ReadOutput = (nodeId: string, result: NodeResult) => Promise<unknown>;

type Turn = { index: number; item?: unknown; last?: unknown; outer?: Turn };

/** The output of the previous iteration; only `while` loops read it. */
const previousOutputOf = async (
  { db, read }: LaneDataDeps,
  run: Run,
  path: string,
): Promise<unknown> => {
  const { parent = '', opener = '', from = 0 } = originOf(path) ?? {};
  if (from === 0) return undefined;
  const previousPath = lanePathOf(parent, opener, from - 1);
  const lane = await laneStore(db, run.tenant_id).get(run._id, previousPath);
  const node = lane?.output_node ?? '';
  const result = lane?.results[node];
  return result && read(node, result);
};

/**
 * The data that expressions in a lane read: the results of the lane and of the lanes around it, and
 * its loop iteration as `$loop` returns it. Throws 400 if the run has no such lane.
 */
export const readLaneData = async (deps: LaneDataDeps, run: Run, graph: Graph, path: string) => {
  const store = laneStore(deps.db, run.tenant_id);
  const lanes: Lane[] = [];
  for (const one of enclosingLanes(path).filter((enclosing) => enclosing !== wholeRun)) {
    const lane = await store.get(run._id, one);
    if (!lane) throw badRequest('That run has no such iteration or branch. Choose another one.');
    lanes.push(lane);
  }
  const loopOf = ({ lane }: Lane) =>
    graph.nodes.find(({ id, type }) => opensTurns(type) && id === originOf(lane)?.opener);

  const turn = async (): Promise<Turn | undefined> => {
    let current: Turn | undefined;
    for (const one of lanes) {
      const loop = loopOf(one);
      if (!loop) continue;
      const item = one.item_ref === undefined ? one.item : await readFile(deps, one.item_ref);
      const isWhile = loop.settings['loop_type'] === 'while';
      const last = isWhile ? await previousOutputOf(deps, run, one.lane) : undefined;
      const outer = current && { outer: current };
      const index = originOf(one.lane)?.from ?? 0;
      current = { index, item, ...(last !== undefined && { last }), ...outer };
    }
    return current;
  };
  const results: Record<string, NodeResult> = { ...run.results };
  for (const one of lanes) Object.assign(results, one.results);
  return { results, turn };
};
