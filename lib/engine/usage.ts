import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { Usage } from '#lib/domain/costs/cost.rules.ts';
import { programOf } from './plan.ts';
import {
  billArrival,
  billRunEnd,
  billStartUpdate,
  type TriggerKind,
} from './usage/run-boundaries.ts';
import { Bill } from './usage/bill.ts';
import { RunItem } from './usage/items.ts';
import { costliestVisits, type Sizes } from './usage/estimated.ts';
import type { Visit } from './usage/visit.ts';
import { Walk } from './usage/walk.ts';

/** Assumptions about runs that a graph does not specify. */
export type Assumptions = Sizes & { trigger: TriggerKind; eventBytes: number; gb: number };

/** The same time is assumed for nodes of any kind: 200 ms. */
export const defaultAssumptions: Assumptions = {
  trigger: 'webhook',
  turns: 100,
  nodeMs: 200,
  eventBytes: 1000,
  outputBytes: 500,
  gb: 1,
};

/** Whether people decide on the way, or in one of its lanes: then the run has an outcome. */
const isDecided = (visits: readonly Visit[]): boolean =>
  visits.some(
    ({ node, lanes }) =>
      node.type === 'approval' || lanes.some(({ times, way }) => times > 0 && isDecided(way())),
  );

/**
 * What one run of a bot uses: the costliest way through its graph, where nothing fails or is
 * retried. It is assumed that nobody watches it, and that the bot has no concurrency limit.
 */
export const estimateUsage = (graph: Graph, assumed: Partial<Assumptions> = {}): Usage => {
  const sizes = { ...defaultAssumptions, ...assumed };
  const { trigger, eventBytes, gb } = sizes;
  const program = programOf(graph);
  const bill = new Bill();
  billArrival(bill, trigger, eventBytes);
  const run = new RunItem(bill, trigger === 'manual', 0);
  billStartUpdate(bill, trigger, eventBytes);
  const graphBytes = JSON.stringify(graph).length;
  const way = costliestVisits(program, sizes).visits(program.view.start);
  new Walk({ program, bill, run, graphBytes, gb, callMs: 0 }).machine(run, way);
  billRunEnd(bill, run, { mailed: isDecided(way) && trigger === 'manual' ? 1 : 0 });
  return bill.total;
};
