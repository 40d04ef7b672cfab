import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import type { Lane } from '#lib/domain/executions/lanes/lane.schema.ts';
import { laneStore } from '#lib/domain/executions/lanes/lane.store.ts';
import { isDone, paidFor } from '#lib/domain/executions/runs/resume.rules.ts';
import { evaluate } from '../../expression.ts';
import type { Fork } from '../../nodes/node.ts';
import { NodeError } from '../node-error.ts';
import { scopeOf } from '../scope.ts';
import type { Segment } from '../segment.ts';
import { openedLanes } from './ends.ts';

/** The lanes that a node has or will have. */
export type Turns = {
  /** How many there will be; unknown of a `while`. */
  planned: number | undefined;
  /** Whether there is a lane with this index; `last` is what the turn before came to. */
  has(index: number, last: unknown): Promise<boolean>;
  /** Whether this call of the run is about the lane; a resumed run may be about one turn only. */
  isWanted(index: number): boolean;
  item(index: number): unknown;
  /** The lanes that were written so far. */
  opened: Map<number, Lane>;
  /** What a resumed run takes over from the lane of the run before. */
  takenOver(index: number): Partial<Lane>;
  /** Writes a lane that ended in the run before. */
  write(lane: Lane): Promise<unknown>;
};

/** A lane that succeeded is taken over whole, of any other what succeeded in it. */
const takenFrom = (old: Lane): Partial<Lane> => {
  const { inline_bytes, state, errors, output_node, finished_at } = old;
  const results = Object.fromEntries(
    Object.entries(old.results).map(([id, one]) => [id, paidFor(one)]),
  );
  if (state === 'SUCCEEDED') {
    return { results, inline_bytes, state, errors, output_node, finished_at, open: undefined };
  }
  const done = Object.entries(results).filter(([, result]) => isDone(result));
  return { results: Object.fromEntries(done), inline_bytes };
};

const asked = async (segment: Segment, opener: GraphNode, index: number, last: unknown) => {
  const condition = opener.settings.condition;
  const turn = { index, ...(last !== undefined && { last }), outer: segment.turn };
  const scope = scopeOf({ ...segment, turn });
  const settings = { condition };
  return (await evaluate(settings, await scope(settings))).condition === true;
};

const tooMany = (most: number) =>
  new NodeError(`It reached the limit of ${most} iterations. Check its condition.`);

const hasTurn = async (
  segment: Segment,
  opener: GraphNode,
  fork: Fork,
  index: number,
  last: unknown,
): Promise<boolean> => {
  if (!(await asked(segment, opener, index, last))) return false;
  if (index >= fork.most) throw tooMany(fork.most);
  return true;
};

/** Reads which lanes there are, in this run and in the one that it goes on from. */
export const turnsOf = async (
  segment: Segment,
  opener: GraphNode,
  fork: Fork,
  isNew: boolean,
): Promise<Turns> => {
  const { deps, run, way } = segment;
  // From a node on everything is new, so no lane of the run before is met again.
  const { resumed_from, only, from } = run.options;
  const opened = isNew ? new Map<number, Lane>() : await openedLanes(segment, run, opener.id);
  const before =
    resumed_from === undefined || from !== undefined
      ? undefined
      : await openedLanes(segment, { tenant_id: run.tenant_id, _id: resumed_from }, opener.id);
  const branches = way.program.structure.entriesOf(opener.id).length;
  const planned = fork.turns === 'branches' ? branches : fork.turns;
  const isOnly = (index: number) => only?.node_id === opener.id && only.index === index;
  return {
    planned: planned === 'while' ? undefined : planned,
    has: async (index, last) =>
      planned === 'while' ? hasTurn(segment, opener, fork, index, last) : index < planned,
    isWanted: (index) => only?.node_id !== opener.id || isOnly(index),
    item: (index) => fork.items?.[index],
    opened,
    takenOver: (index) => {
      const old = before?.get(index);
      if (!old || (isOnly(index) && old.state === 'SUCCEEDED')) return {};
      return takenFrom(old);
    },
    write: (one) => laneStore(deps.db, run.tenant_id).create(run._id, one),
  };
};
