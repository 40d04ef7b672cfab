import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import {
  closingKinds,
  opensBranches,
  policyKinds,
  waitingKinds,
} from '#lib/domain/bots/node-facts.schema.ts';
import { countEndedLanes } from '#lib/domain/costs/model-history.rules.ts';
import type { LaneRecord, NodeRecord, RunRecord } from '#lib/domain/costs/run-record.schema.ts';
import { forkPathOf, originOf, wholeRun } from '#lib/domain/executions/lanes/lane.rules.ts';
import { type Program, type Way, wayTaken } from '../plan.ts';
import { isOpener } from '../structure.ts';
import { requiredDecisions } from './estimated.ts';
import type { Lanes, LaneVisits, Visit } from './visit.ts';
import { resultBytes } from './walk.ts';

/** The lanes of an opener according to the graph, for lanes that were not read. */
type Assumed = (opener: GraphNode) => Lanes;

type Recorded = { program: Program; run: RunRecord; assumed: Assumed };

/** The lane whose results are read, and whether it runs inside the call of the surrounding lane. */
type Place = { path: string; way: Way; results: Record<string, NodeRecord>; isNested: boolean };

/** A question that expired or was withdrawn has no decision; one person is enough to reject. */
const decisionCount = (node: GraphNode, { handle }: NodeRecord): number => {
  if (handle === undefined || handle === 'expired') return 0;
  return handle === 'rejected' ? 1 : requiredDecisions(node);
};

/** The way that a run took, according to its record. */
export const recordedVisits = ({ program, run, assumed }: Recorded): Visit[] => {
  const { structure } = program;
  const byFork = Map.groupBy(run.lanes, ({ lane }) => lane.slice(0, lane.lastIndexOf('.')));

  const wayOf = (opener: GraphNode, { lane }: LaneRecord): Way => {
    const entries = structure.entriesOf(opener.id);
    const branch = opensBranches(opener.type) ? (originOf(lane)?.from ?? 0) : 0;
    return { program, from: entries[branch], until: structure.closerOf(opener.id) };
  };

  /** Lanes that were not read are assumed to be like those that were. */
  const lanesOf = (opener: GraphNode, one: NodeRecord, { path, isNested }: Place): Lanes => {
    const lanes = byFork.get(forkPathOf(path, opener.id)) ?? [];
    const total = Math.max(countEndedLanes(one), lanes.length);
    const inCall = isNested || !structure.mayWait(opener.id);
    if (lanes.length === 0) return total === 0 ? [] : scaleLanes(assumed(opener), total, inCall);
    return lanes.map((lane) => ({
      way: () =>
        visits({
          path: lane.lane,
          way: wayOf(opener, lane),
          results: lane.results,
          isNested: inCall,
        }),
      times: total / lanes.length,
      itemBytes: lane.item,
    }));
  };

  const visit = (node: GraphNode, one: NodeRecord, recordedLane: Place): Visit => {
    const { cached, skipped, duration_ms: ms = 0, attempt, error = '' } = one;
    const attempts = policyKinds.has(node.type) ? Math.max(1, attempt) : 1;
    const waits = waitingKinds.has(node.type) || (isOpener(node) && structure.mayWait(node.id));
    return {
      node,
      busyMs: waits || recordedLane.isNested ? 0 : ms,
      ms,
      attempts,
      inputBytes: one.input,
      outputBytes: one.output + error.length + (closingKinds.has(node.type) ? resultBytes : 0),
      instead: cached ? 'cached' : skipped && 'skipped',
      decisions: decisionCount(node, one),
      lanes: isOpener(node) ? lanesOf(node, one, recordedLane) : [],
    };
  };

  const visits = (recordedLane: Place): Visit[] =>
    wayTaken(recordedLane.way, new Map(Object.entries(recordedLane.results))).flatMap((node) => {
      const one = recordedLane.results[node.id];
      return one ? [visit(node, one, recordedLane)] : [];
    });

  const runWay = { program, from: program.view.start };
  return visits({ path: wholeRun, way: runWay, results: run.results, isNested: false });
};

const idleLane = (lane: LaneVisits): LaneVisits => ({
  ...lane,
  way: () => lane.way().map((one) => ({ ...one, busyMs: 0, lanes: one.lanes.map(idleLane) })),
});

/** The assumed lanes, scaled to the total; inside their opener's call they add no busy time. */
const scaleLanes = (lanes: Lanes, total: number, inCall: boolean): Lanes => {
  const times = lanes.reduce((sum, lane) => sum + lane.times, 0);
  const shared = inCall ? lanes.map(idleLane) : lanes;
  return shared.map((lane) => ({
    ...lane,
    times: (lane.times * total) / Math.max(1, times),
  }));
};
