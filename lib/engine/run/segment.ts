import type { Execution, WaitingFor } from '#lib/domain/executions/execution.schema.ts';
import type { EngineDeps } from '../deps.ts';
import type { Way } from '../plan.ts';
import type { RunRecord } from './record.ts';
import type { Frames, LaneWriter } from './writer.ts';

/** The value of `$loop` in a turn. */
export type Turn = { index: number; item?: unknown; last?: unknown; outer?: Turn };

/** One lane that one call of the engine works on. */
export type Segment = {
  deps: EngineDeps;
  /** The run as it was read when the call began. */
  run: Execution;
  /** The lane's path; `''` is the run itself. */
  lane: string;
  way: Way;
  record: RunRecord;
  writer: LaneWriter;
  frames: Frames;
  /** The wait of the lane, as read when the call began. */
  waiting: WaitingFor | undefined;
  /** The records of the surrounding lanes, innermost first; expressions can read their results. */
  around: readonly RunRecord[];
  turn: Turn | undefined;
  /** Whether the lane runs inside the call of another lane, where it cannot wait for long. */
  isNested: boolean;
  /** When the call of the engine began (ms). */
  startedAt: number;
  /** Whether neighbouring lanes have ended all of them. */
  isStopped: () => boolean;
};
