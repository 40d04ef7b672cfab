import type { Execution, WaitingFor } from '#lib/domain/executions/execution.schema.ts';
import type { EngineDeps } from '../deps.ts';
import type { Way } from '../plan.ts';
import type { RunRecord } from './record.ts';
import type { Frames, LaneWriter } from './writer.ts';

/** What `$loop` yields in a turn. */
export type Turn = { index: number; item?: unknown; last?: unknown; outer?: Turn };

/** One lane under way in one call of the engine. */
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
  /** What the lane waits for, as it was read. */
  waiting: WaitingFor | undefined;
  /** The records of the lanes around, innermost first: their results can be read. */
  around: readonly RunRecord[];
  turn: Turn | undefined;
  /** Driven inside of another lane's call: it cannot wait long. */
  isNested: boolean;
  /** When the call of the engine began. */
  startedAt: number;
  /** Whether lanes beside it have ended all of them. */
  isStopped: () => boolean;
};
