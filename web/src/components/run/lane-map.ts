import * as z from 'zod';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { opensTurns } from '#lib/domain/bots/node-facts.schema.ts';
import { lanePathOf, originOf, wholeRun } from '#lib/domain/executions/lanes/lane.rules.ts';
import { viewOf } from '#lib/engine/graph.ts';
import { structureOf } from '#lib/engine/structure.ts';

/** The selected turn of each loop, or branch of each parallel: indexes by node id. */
export type LaneChoices = Readonly<Record<string, number>>;

/** `each.3,inner.1`: in addresses turns count from 1, as shown to people. */
export const choicesParam = z
  .string()
  .max(2000)
  .catch('')
  .transform((text): LaneChoices => {
    const entries = text.split(',').flatMap((entry) => {
      const [, id, number] = /^([\w-]{1,64})\.(\d{1,6})$/.exec(entry) ?? [];
      return id === undefined || Number(number) < 1 ? [] : [[id, Number(number) - 1] as const];
    });
    return Object.fromEntries(entries);
  });

export const formatChoices = (choices: LaneChoices): string =>
  Object.entries(choices)
    .map(([id, index]) => `${id}.${index + 1}`)
    .join(',');

/** The steps of a lane's path, the outermost first. */
const stepsOf = (path: string): { opener: string; index: number }[] => {
  const origin = originOf(path);
  return origin ? [...stepsOf(origin.parent), { opener: origin.opener, index: origin.from }] : [];
};

/** The choices that select a lane. */
export const choicesOf = (lane: string): LaneChoices =>
  Object.fromEntries(stepsOf(lane).map(({ opener, index }) => [opener, index]));

/** The lanes of a graph, looked up by its nodes. */
export const createLaneMap = (graph: Graph) => {
  const structure = structureOf(viewOf(graph));
  const loops = new Set(graph.nodes.filter(({ type }) => opensTurns(type)).map(({ id }) => id));

  /** The loops around a node, the outermost first. */
  const loopsAround = (nodeId: string): string[] =>
    structure.around(nodeId).filter((id) => loops.has(id));

  /**
   * The path of the lane that a node is in. Its branch follows from the graph, its turn from the
   * choices.
   */
  const laneAt = (nodeId: string, choices: LaneChoices): string =>
    structure.lanesOf(nodeId).reduce((parent, { opener: { id }, branch }) => {
      return lanePathOf(parent, id, loops.has(id) ? (choices[id] ?? 0) : branch);
    }, wholeRun);

  return {
    loopsAround,
    laneAt,
    /** Whether a node is in no loop or parallel, so that a run can be resumed from it. */
    isOutside: (nodeId: string): boolean => structure.around(nodeId).length === 0,
    /** Every lane in the selected turns. */
    turnLanes: (choices: LaneChoices): string[] => {
      const loopNodes = graph.nodes.filter(({ id }) => loopsAround(id).length > 0);
      return [...new Set(loopNodes.map(({ id }) => laneAt(id, choices)))];
    },
    /** Whether a lane is in a turn: nodes have other results in each turn. */
    isInTurn: (lane: string): boolean => stepsOf(lane).some(({ opener }) => loops.has(opener)),
    /** Whether a run has reached the outermost loop of a lane. */
    hasBegun: (lane: string, results: Readonly<Record<string, unknown>>): boolean => {
      const loop = stepsOf(lane).find(({ opener }) => loops.has(opener));
      return loop !== undefined && results[loop.opener] !== undefined;
    },
    /** The name of a branch: that of its first node, as in the output of the merge. */
    branchName: (openerId: string, index: number): string =>
      structure.entriesOf(openerId)[index]?.name ?? `Branch ${index + 1}`,
  };
};

export type LaneMap = ReturnType<typeof createLaneMap>;
