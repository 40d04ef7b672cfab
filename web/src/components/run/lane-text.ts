import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { opensTurns } from '#lib/domain/bots/node-facts.schema.ts';
import type { NodeResult } from '#lib/domain/executions/execution.schema.ts';
import { originOf } from '#lib/domain/executions/lanes/lane.rules.ts';

const nameIn = ({ nodes }: Graph, id: string) => nodes.find((node) => node.id === id)?.name ?? id;

/** A lane as text: `Each host, turn 18, Both, branch 2`; '' for the run itself. */
export const laneText = (graph: Graph, lane: string): string => {
  const origin = originOf(lane);
  if (!origin) return '';
  const { parent, opener, from } = origin;
  const isLoop = graph.nodes.some(({ id, type }) => id === opener && opensTurns(type));
  const laneName = `${nameIn(graph, opener)}, ${isLoop ? 'iteration' : 'branch'} ${from + 1}`;
  const parentText = laneText(graph, parent);
  return parentText === '' ? laneName : `${parentText}, ${laneName}`;
};

const words = {
  succeeded: 'succeeded',
  rejected: 'rejected',
  failed: 'failed',
  skipped: 'skipped',
};

/** Texts for a dry run: nothing of it has happened. */
const dryWords: typeof words = {
  succeeded: 'would succeed',
  rejected: 'would be rejected',
  failed: 'would fail',
  skipped: 'would be skipped',
};

type LanesTextOptions = {
  /** The node has ended: branches or turns that were not started are skipped. */
  hasEnded?: boolean;
  isDry?: boolean | undefined;
};

/** The progress of branches or turns: `17 of 20 succeeded, 1 failed`. */
export const lanesText = (
  { planned, succeeded, rejected = 0, failed }: NonNullable<NodeResult['lanes']>,
  { hasEnded = false, isDry = false }: LanesTextOptions = {},
): string => {
  const labels = isDry ? dryWords : words;
  const skippedCount = planned - succeeded - rejected - failed;
  const otherCounts = [
    { count: rejected, text: labels.rejected },
    { count: failed, text: labels.failed },
    { count: hasEnded ? skippedCount : 0, text: labels.skipped },
  ];
  return [
    `${succeeded} of ${planned} ${labels.succeeded}`,
    ...otherCounts.flatMap(({ count, text }) => (count > 0 ? [`${count} ${text}`] : [])),
  ].join(', ');
};
