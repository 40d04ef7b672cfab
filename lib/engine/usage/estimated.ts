import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import {
  closingKinds,
  consequentialKinds,
  opensBranches,
  policyKinds,
  waitingKinds,
} from '#lib/domain/bots/node-facts.schema.ts';
import type { Program } from '../plan.ts';
import { isOpener } from '../structure.ts';
import type { Visit } from './visit.ts';
import { costliestWays, type Ways } from './way.ts';

export type Sizes = {
  /** The number of turns of a loop whose settings do not say it. */
  turns: number;
  /** Milliseconds of a node, and bytes of its output. */
  nodeMs: number;
  outputBytes: number;
};

const inputBytes = ({ type, settings }: GraphNode): number =>
  policyKinds.has(type) || waitingKinds.has(type) ? JSON.stringify(settings).length : 0;

const hasOutput = ({ type }: GraphNode): boolean =>
  consequentialKinds.has(type) || closingKinds.has(type);

/** The number of decisions that a node needs before the run continues. */
export const requiredDecisions = ({ settings }: GraphNode): number =>
  Number(settings.approvals_required ?? 1);

/** The lanes of an opener, by the node at which each begins, with their number. */
const lanesOf = ({ structure }: Program, { turns }: Sizes, opener: GraphNode): Ways => {
  const entries = structure.entriesOf(opener.id);
  if (opensBranches(opener.type)) return entries.map((from) => ({ from, times: 1 }));
  const { loop_type, count } = opener.settings;
  const isKnown = loop_type === 'count' && typeof count === 'number';
  return entries.slice(0, 1).map((from) => ({ from, times: isKnown ? count : turns }));
};

/** The costliest way through a graph from a node, where nothing fails or is retried. */
export const costliestVisits = (program: Program, sizes: Sizes) => {
  const { nodeMs, outputBytes } = sizes;
  const costliestWay = costliestWays(program, (opener) => lanesOf(program, sizes, opener));

  const visit = (node: GraphNode): Visit => ({
    node,
    busyMs: nodeMs,
    ms: nodeMs,
    attempts: 1,
    inputBytes: inputBytes(node),
    outputBytes: hasOutput(node) ? outputBytes : 0,
    decisions: requiredDecisions(node),
    lanes: isOpener(node) ? lanes(node) : [],
  });

  const visits = (from: GraphNode | undefined, until?: GraphNode): Visit[] =>
    costliestWay({ from, until }).map(visit);

  const lanes = (opener: GraphNode): Visit['lanes'] => {
    const until = program.structure.closerOf(opener.id);
    return lanesOf(program, sizes, opener).map(({ from, times }) => ({
      way: () => visits(from, until),
      times,
      itemBytes: 0,
    }));
  };

  return { visits, lanes };
};
