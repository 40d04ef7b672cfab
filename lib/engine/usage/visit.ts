import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';

/** A node on the way of a lane, either assumed or read from the record of a run. */
export type Visit = {
  node: GraphNode;
  /** Milliseconds in which the engine's function works on it; none while the run waits. */
  busyMs: number;
  /** Milliseconds of all its attempts, wherever they run. */
  ms: number;
  attempts: number;
  /** Bytes of the input and output in its result. */
  inputBytes: number;
  outputBytes: number;
  /** Set where the node was not run: its cached result was used, or it was passed over. */
  instead?: 'cached' | 'skipped' | undefined;
  /** The number of people who decided, where it asks people. */
  decisions: number;
  /** The lanes that it opened. */
  lanes: Lanes;
};

/** A number of identical lanes, with the bytes of the item of each. */
export type LaneVisits = { way: () => Visit[]; times: number; itemBytes: number };
export type Lanes = LaneVisits[];
