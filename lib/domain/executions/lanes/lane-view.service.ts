import { opensBranches } from '#lib/domain/bots/node-facts.schema.ts';
import type { Graph } from '../../bots/bot.schema.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Page, PageRequest } from '#lib/kernel/page.ts';
import { botVersionStore } from '../../bots/bot.store.ts';
import type { Execution, ExecutionState, NodeResult } from '../execution.schema.ts';
import { enclosingLanes, lanePathOf, originOf, wholeRun } from './lane.rules.ts';
import type { Lane } from './lane.schema.ts';
import { decisionOf } from '../outcome/outcome.rules.ts';
import { laneStore } from './lane.store.ts';
import type { LaneView } from './lane-view.schema.ts';

type Results = Record<string, NodeResult>;
type Run = Pick<Execution, 'tenant_id' | '_id' | 'bot_id' | 'version' | 'results'>;

const view = ({ inline_bytes, open, ...fields }: Lane): LaneView => {
  const decision = decisionOf(Object.values(fields.results));
  return { ...fields, index: originOf(fields.lane)?.from ?? 0, ...(decision && { decision }) };
};

/** Selects the lanes that a node opened in one lane, optionally by index and state. */
type LaneFilter = {
  lane?: string | undefined;
  node_id: string;
  index?: number | undefined;
  state?: ExecutionState | undefined;
};

/** One page of the lanes that a node opened in one lane of the run. */
export const readLanePage = async (
  db: Database,
  { tenant_id, _id }: Pick<Execution, 'tenant_id' | '_id'>,
  { lane = wholeRun, node_id, index, state }: LaneFilter,
  request: PageRequest,
): Promise<Page<LaneView>> => {
  const store = laneStore(db, tenant_id);
  const matchesState = (one: Lane) => state === undefined || one.state === state;
  if (index !== undefined) {
    const one = await store.get(_id, lanePathOf(lane, node_id, index));
    return { items: one && matchesState(one) ? [view(one)] : [] };
  }
  const page = await store.page(_id, { parent: lane, opener: node_id }, request, state);
  return { ...page, items: page.items.map(view) };
};

const idsWithLanes = (results: Results): string[] =>
  Object.keys(results).filter((id) => results[id]?.lanes !== undefined);

/** Reads the results of branches of parallels, including nested ones. */
const readBranchResults = async (
  lanesOpenedBy: (parent: string, openerId: string) => Promise<Lane[]>,
  isParallel: (id: string) => boolean,
  parent: string,
  results: Results,
): Promise<[id: string, result: NodeResult][]> => {
  const openers = idsWithLanes(results).filter(isParallel);
  const lanes = (await Promise.all(openers.map((id) => lanesOpenedBy(parent, id)))).flat();
  const nested = lanes.map(async (one) => [
    ...Object.entries(one.results),
    ...(await readBranchResults(lanesOpenedBy, isParallel, one.lane, one.results)),
  ]);
  return (await Promise.all(nested)).flat();
};

/** The results of one lane and of the branches in it. */
const addBranchResults = async (
  db: Database,
  { tenant_id, _id }: Pick<Run, 'tenant_id' | '_id'>,
  graph: Graph | undefined,
  lane: string,
  results: Results,
): Promise<Results> => {
  const parallels = new Set(
    graph?.nodes.filter(({ type }) => opensBranches(type)).map(({ id }) => id),
  );
  const openedBy = async (parent: string, openerId: string) => {
    const openedLanes: Lane[] = [];
    const lanes = laneStore(db, tenant_id).opened(_id, parent, openerId);
    for await (const one of lanes) openedLanes.push(one);
    return openedLanes;
  };
  const branches = await readBranchResults(openedBy, (id) => parallels.has(id), lane, results);
  return Object.fromEntries([...branches, ...Object.entries(results)]);
};

/**
 * The results of a run and of its branches, where each node has one result. Loop iterations are
 * left out: each has results of its own. A run without lanes needs no read.
 */
export const readResultsWithBranches = async (db: Database, run: Run): Promise<Results> => {
  const { tenant_id, bot_id, version, results } = run;
  if (idsWithLanes(results).length === 0) return results;
  const graph = (await botVersionStore(db, tenant_id).get(bot_id, version))?.graph;
  return addBranchResults(db, run, graph, wholeRun, results);
};

/** The results of a lane and of the lanes around it, each with the branches in it. */
export const readEnclosingResults = async (
  db: Database,
  run: Pick<Run, 'tenant_id' | '_id' | 'results'>,
  graph: Graph,
  path: string,
): Promise<Results> => {
  const store = laneStore(db, run.tenant_id);
  const laneResults = enclosingLanes(path).map(async (lane) => {
    const runOrLane = lane === wholeRun ? run : await store.get(run._id, lane);
    return addBranchResults(db, run, graph, lane, runOrLane?.results ?? {});
  });
  return Object.fromEntries((await Promise.all(laneResults)).flatMap(Object.entries<NodeResult>));
};

/** The result of a node in one lane or, without a lane, in the run or one of its branches. */
export const findNodeResult = async (
  db: Database,
  run: Run,
  nodeId: string,
  lane: string | undefined,
): Promise<NodeResult | undefined> => {
  const ofLane = async () =>
    lane ? (await laneStore(db, run.tenant_id).get(run._id, lane))?.results : run.results;
  const laneResults = (await ofLane()) ?? {};
  if (Object.hasOwn(laneResults, nodeId) || lane)
    return Object.hasOwn(laneResults, nodeId) ? laneResults[nodeId] : undefined;
  const all = await readResultsWithBranches(db, run);
  return Object.hasOwn(all, nodeId) ? all[nodeId] : undefined;
};
