import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';

/** A node as a lane passes it: assumed, or read from the record of a run. */
export type Visit = {
  node: GraphNode;
  /** Milliseconds that the engine's function is busy with it; none while the run waits. */
  busyMs: number;
  /** Milliseconds that all its attempts take, wherever they are made. */
  ms: number;
  attempts: number;
  /** Bytes that its result holds of what it was asked and came to. */
  inputBytes: number;
  outputBytes: number;
  /** Nothing was done: an earlier result stood for it, or it was passed by. */
  instead?: 'cached' | 'skipped' | undefined;
  /** People who decided, where it asks some. */
  decisions: number;
  /** The lanes that it opened. */
  lanes: Lanes;
};

/** Lanes that are alike, so many times, with the bytes of the item that each is about. */
export type LaneVisits = { way: () => Visit[]; times: number; itemBytes: number };
export type Lanes = LaneVisits[];
