import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import type { Lane } from '#lib/domain/executions/lanes/lane.schema.ts';
import { laneStore } from '#lib/domain/executions/lanes/lane.store.ts';
import { evaluate } from '../../expression.ts';
import type { Fork } from '../../nodes/node.ts';
import { NodeError } from '../node-error.ts';
import { scopeOf } from '../scope.ts';
import type { Segment } from '../segment.ts';
import { openedLanes } from './ends.ts';
import { lanesBefore } from './taken-lanes.ts';

/** The lanes that a node has or will have. */
export type Turns = {
  /** How many lanes there will be; undefined for a `while` loop. */
  plannedCount: number | undefined;
  /** Whether a lane with this index exists; `last` is the output of the previous turn. */
  has(index: number, last: unknown): Promise<boolean>;
  /** Whether this run wants the lane: a resumed run may be about a single turn. */
  isWanted(index: number): boolean;
  item(index: number): unknown;
  /** The lanes that have been written so far. */
  lanes: Map<number, Lane>;
  /** What a resumed run takes over from the same lane of an earlier run. */
  readInherited(index: number): Promise<Partial<Lane>>;
  /** Writes a lane that ended in an earlier run. */
  write(lane: Lane): Promise<unknown>;
};

const evaluateCondition = async (
  segment: Segment,
  opener: GraphNode,
  index: number,
  last: unknown,
) => {
  const condition = opener.settings.condition;
  const turn = { index, ...(last !== undefined && { last }), outer: segment.turn };
  const scope = scopeOf({ ...segment, turn });
  const settings = { condition };
  return (await evaluate(settings, await scope(settings))).condition === true;
};

const tooManyTurnsError = (maxTurns: number) =>
  new NodeError(`It reached the limit of ${maxTurns} iterations. Check its condition.`);

const hasTurn = async (
  segment: Segment,
  opener: GraphNode,
  fork: Fork,
  index: number,
  last: unknown,
): Promise<boolean> => {
  if (!(await evaluateCondition(segment, opener, index, last))) return false;
  if (index >= fork.most) throw tooManyTurnsError(fork.most);
  return true;
};

/** Determines the lanes of a node, in this run and in those from which it resumes. */
export const turnsOf = async (
  segment: Segment,
  opener: GraphNode,
  fork: Fork,
  isNew: boolean,
): Promise<Turns> => {
  const { deps, run, way } = segment;
  const { only } = run.options;
  const lanes = isNew ? new Map<number, Lane>() : await openedLanes(segment, run, opener.id);
  const branches = way.program.structure.entriesOf(opener.id).length;
  const plannedTurns = fork.turns === 'branches' ? branches : fork.turns;
  return {
    plannedCount: plannedTurns === 'while' ? undefined : plannedTurns,
    has: async (index, last) =>
      plannedTurns === 'while' ? hasTurn(segment, opener, fork, index, last) : index < plannedTurns,
    isWanted: (index) => only?.node_id !== opener.id || only.index === index,
    item: (index) => fork.items?.[index],
    lanes,
    readInherited: lanesBefore(segment, opener.id),
    write: (one) => laneStore(deps.db, run.tenant_id).create(run._id, one),
  };
};
