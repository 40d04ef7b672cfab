import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { opensBranches } from '#lib/domain/bots/node-facts.schema.ts';
import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import { lanePathOf, originOf, wholeRun } from '#lib/domain/executions/lanes/lane.rules.ts';
import type { Lane } from '#lib/domain/executions/lanes/lane.schema.ts';
import { laneStore } from '#lib/domain/executions/lanes/lane.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { limits } from '#lib/kernel/limits.ts';
import type { EngineDeps } from '../../deps.ts';
import { type Program, wholeWay } from '../../plan.ts';
import { folderOf, runRecord } from '../record.ts';
import type { CostOf } from '../run-cost.ts';
import type { Segment, Turn } from '../segment.ts';
import { type Frames, laneWriter, runWriter } from '../writer.ts';

/** What one call of the engine works on. */
export type EngineCall = {
  deps: EngineDeps;
  run: Execution;
  program: Program;
  frames: Frames;
  startedAt: number;
  /** Returns the cost of an ended run; absent where the version cannot run. */
  costOf?: CostOf;
};

/** The segment of the run's own lane. */
export const wholeSegment = ({ deps, run, program, frames, startedAt }: EngineCall): Segment => {
  const key = { tenant_id: run.tenant_id, bot_exc_id: run._id, lane: wholeRun };
  const record = runRecord(key, run, deps.files);
  const isWaiting = run.waiting_for !== undefined;
  return {
    deps,
    run,
    lane: wholeRun,
    way: wholeWay(program, run.options.until),
    record,
    writer: runWriter({ deps, run, record, frames, isWaiting }),
    waiting: run.waiting_for,
    frames,
    around: [],
    turn: undefined,
    isNested: false,
    startedAt,
    isStopped: () => false,
  };
};

/** A new lane, not yet written; an item that is too large to be stored inline goes to a file. */
export const newLane = async (
  { deps, run, lane: parent }: Segment,
  opener: GraphNode,
  index: number,
  item: unknown,
): Promise<Lane> => {
  const lane = lanePathOf(parent, opener.id, index);
  const at = isoTime(deps.clock());
  const freshLane: Lane = {
    lane,
    state: 'IN_PROGRESS',
    results: {},
    inline_bytes: 0,
    errors: [],
    created_at: at,
    updated_at: at,
    open: 'open',
  };
  if (item === undefined) return freshLane;
  const text = JSON.stringify(item);
  if (Buffer.byteLength(text) <= limits.inlineResult) return { ...freshLane, item };
  const folder = folderOf({ tenant_id: run.tenant_id, bot_exc_id: run._id, lane });
  const item_ref = `${folder}/item.json`;
  await deps.files.put(item_ref, text);
  return { ...freshLane, item_ref };
};

type Child = {
  lane: Lane;
  /** Whether the lane's item exists in the database. */
  exists: boolean;
  /** The output of the previous turn. */
  last?: unknown;
  /** The loop item where it is in memory; otherwise it is read from the lane. */
  item?: unknown;
};

const turnOf = async (parent: Segment, opener: GraphNode, child: Child) => {
  if (opensBranches(opener.type)) return parent.turn;
  const { lane, last } = child;
  const { item_ref } = lane;
  const readItem = async () =>
    item_ref === undefined ? lane.item : JSON.parse((await parent.deps.files.get(item_ref)) ?? '');
  const turn: Turn = {
    index: originOf(lane.lane)?.from ?? 0,
    item: child.item ?? (await readItem()),
  };
  return {
    ...turn,
    ...(last !== undefined && { last }),
    ...(parent.turn && { outer: parent.turn }),
  };
};

/** The segment of a lane inside another one. */
export const childSegment = async (
  parent: Segment,
  opener: GraphNode,
  child: Child,
  nesting: Pick<Segment, 'isNested' | 'isStopped'>,
): Promise<Segment> => {
  const { deps, run, way, frames } = parent;
  const { lane, exists } = child;
  const { structure } = way.program;
  const key = { tenant_id: run.tenant_id, bot_exc_id: run._id, lane: lane.lane };
  const record = runRecord(key, lane, deps.files, nesting.isNested ? parent.record : undefined);
  const entries = structure.entriesOf(opener.id);
  const index = opensBranches(opener.type) ? (originOf(lane.lane)?.from ?? 0) : 0;
  const isWaiting = lane.waiting_for !== undefined;
  return {
    ...parent,
    ...nesting,
    lane: lane.lane,
    way: {
      program: way.program,
      from: entries[index],
      until: structure.closerOf(opener.id),
      last: way.last,
    },
    record,
    writer: laneWriter({ deps, run, record, frames, isWaiting }, lane, exists),
    waiting: lane.waiting_for,
    around: [parent.record, ...parent.around],
    turn: await turnOf(parent, opener, child),
  };
};

/** The output of the previous turn of a `while` loop, read from its lane. */
const lastOutputOf = async (
  parent: Segment,
  opener: GraphNode,
  index: number,
): Promise<unknown> => {
  if (opener.settings.loop_type !== 'while' || index === 0) return undefined;
  const { deps, run } = parent;
  const path = lanePathOf(parent.lane, opener.id, index - 1);
  const previousLane = await laneStore(deps.db, run.tenant_id).get(run._id, path);
  if (!previousLane?.output_node) return undefined;
  const key = { tenant_id: run.tenant_id, bot_exc_id: run._id, lane: path };
  return runRecord(key, previousLane, deps.files).output(previousLane.output_node);
};

const standalone = { isNested: false, isStopped: () => false };

/**
 * The segment of a stored lane, with those around it; undefined where the lane was never opened or
 * the bot has no such lane.
 */
export const storedSegment = async (
  call: EngineCall,
  path: string,
): Promise<Segment | undefined> => {
  const origin = originOf(path);
  if (!origin) return wholeSegment(call);
  const parent = await storedSegment(call, origin.parent);
  const opener = call.program.view.find(origin.opener);
  const { db } = call.deps;
  const lane = await laneStore(db, call.run.tenant_id).get(call.run._id, path);
  if (!parent || !opener || !lane) return undefined;
  const last = await lastOutputOf(parent, opener, origin.from);
  return childSegment(parent, opener, { lane, exists: true, last }, standalone);
};
