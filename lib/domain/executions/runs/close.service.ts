import { isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Bus } from '#lib/ports/bus.ts';
import type { Realtime } from '#lib/ports/realtime.ts';
import type { Runner } from '#lib/ports/runner.ts';
import { pauseStore } from '../../pauses/pause.store.ts';
import { isQuestion, questions } from '../../questions/question.schema.ts';
import { publishQuestionState, questionStorage } from '../../questions/question.service.ts';
import { closedResults, endedOutbox, isFinal, isTimed } from '../execution.rules.ts';
import type { Execution, OpenPhase, WaitingFor } from '../execution.schema.ts';
import { childRuns, type ExecutionChange, executionStore } from '../execution.store.ts';
import { wholeRun } from '../lanes/lane.rules.ts';
import type { Lane } from '../lanes/lane.schema.ts';
import { laneStore } from '../lanes/lane.store.ts';
import { outcomeOf } from '../outcome/outcome.rules.ts';
import { pushRunStatus } from './push-status.service.ts';

export type CloseDeps = {
  db: Database;
  realtime: Realtime;
  bus: Bus;
  /**
   * Absent if the run's machine has already ended by itself. The machines of runs that its agents
   * started are then not stopped: they find nothing to do at their next step.
   */
  runner?: Pick<Runner, 'stop'>;
};

type RunRef = { tenant_id: string; bot_exc_id: string };

export type RunEnd = {
  state: 'FAILED' | 'CANCELLED';
  /** A sentence for everybody who may see the run. */
  cause: string;
  /** What AWS reported; for people who may read the record. */
  details?: string;
  now: number;
  /** If given, only a run in this open state is ended. */
  requiredPhase?: OpenPhase;
};

type OpenRecord = Pick<Execution, 'results' | 'state' | 'updated_at' | 'waiting_for'>;

const endChangeOf = (
  record: OpenRecord,
  { state, cause, details, now }: RunEnd,
): ExecutionChange => ({
  results: closedResults(record, state, cause, now),
  state,
  waiting_for: null,
  errors: [cause, ...(details === undefined ? [] : [details])],
  updated_at: isoTime(now),
  finished_at: isoTime(now),
});

type WithdrawDeps = {
  db: Database;
  /** Absent when orphans are removed: pages have polled the change by then. */
  realtime?: Realtime;
};

/** Withdraws the question or pause that an ended run or lane waited for, and notifies consoles. */
export const withdrawWait = async (
  { db, realtime }: WithdrawDeps,
  { tenant_id, ...at }: RunRef & { lane: string },
  waiting: WaitingFor | undefined,
): Promise<void> => {
  if (!waiting || isTimed(waiting)) return;
  const { kind } = waiting;
  const id = isQuestion(kind) ? waiting[questions[kind].id] : undefined;
  if (isQuestion(kind) && id !== undefined) {
    const isTakenBack = await questionStorage(kind).store(db, tenant_id).withdraw(id);
    if (isTakenBack && realtime)
      await publishQuestionState(realtime, { tenant_id, kind, id }, 'withdrawn');
  }
  await pauseStore(db, tenant_id).delete({ ...at, node_id: waiting.node_id });
};

/**
 * Writes the end of what `read` returns, if it is open. If a step was written after the read, the
 * write fails and the record is read again, so that the step is not lost.
 */
const closeOpen = async <T extends OpenRecord>(
  read: () => Promise<T | undefined>,
  write: (record: T) => Promise<boolean>,
): Promise<T | undefined> => {
  for (;;) {
    const found = await read();
    if (!found || isFinal(found.state)) return undefined;
    if (await write(found)) return found;
  }
};

/** Ends an open lane and withdraws what it waits for; returns it as it was, if it was open. */
export const closeLane = async (
  deps: WithdrawDeps,
  { tenant_id, bot_exc_id }: RunRef,
  path: string,
  end: RunEnd,
): Promise<Lane | undefined> => {
  const lanes = laneStore(deps.db, tenant_id);
  const closed = await closeOpen<Lane>(
    () => lanes.get(bot_exc_id, path),
    (record) => lanes.commit(bot_exc_id, path, endChangeOf(record, end), record.updated_at),
  );
  if (closed) await withdrawWait(deps, { tenant_id, bot_exc_id, lane: path }, closed.waiting_for);
  return closed;
};

/** Number of lanes that are closed in parallel. */
const maxParallel = 16;

/**
 * Ends the open lanes of a run, or only those whose paths begin with `prefix`. `onEnded` is called
 * with each lane of the prefix, as it was when it ended.
 */
export const closeLanes = async (
  deps: Pick<CloseDeps, 'db' | 'realtime'>,
  run: RunRef,
  end: RunEnd,
  { prefix = '', onEnded = () => {} }: { prefix?: string; onEnded?: (lane: Lane) => void } = {},
): Promise<void> => {
  // Closed only in whole batches: a failure while the next page is read would go unhandled.
  let openLanes: Lane[] = [];
  const closeThem = async () => {
    const closed = await Promise.all(openLanes.map(({ lane }) => closeLane(deps, run, lane, end)));
    for (const [at, one] of openLanes.entries()) onEnded(closed[at] ?? one);
    openLanes = [];
  };
  for await (const lane of laneStore(deps.db, run.tenant_id).all(run.bot_exc_id, prefix)) {
    if (isFinal(lane.state)) onEnded(lane);
    else openLanes.push(lane);
    if (openLanes.length === maxParallel) await closeThem();
  }
  await closeThem();
};

/** Failures are ignored: the next sweep publishes the end again, and pages poll. */
const publishEnd = async (
  { bus, realtime }: CloseDeps,
  run: Execution,
  status: RunEnd['state'],
): Promise<void> => {
  const { tenant_id, _id: bot_exc_id } = run;
  await Promise.allSettled([
    bus.publish([{ type: 'run_ended', tenant_id, bot_exc_id }]),
    // Reports the end of the run, not of a waiting node: pages and the bell listen for that.
    pushRunStatus(realtime, run, { node_name: '', status }),
  ]);
};

/** The end of a run that an AI agent started, when the agent's own run has ended. */
export const endOfChild = ({ bot_name }: Pick<Execution, 'bot_name'>, now: number): RunEnd => ({
  state: 'CANCELLED',
  cause: `The run of ${bot_name} whose agent started this one has ended.`,
  now,
});

/** Ends the runs that the run's AI agents started and wait for, and recursively their children. */
const closeChildren = async (
  deps: CloseDeps,
  { tenant_id, bot_exc_id, bot_name }: RunRef & Pick<Execution, 'bot_name'>,
  { now }: RunEnd,
): Promise<void> => {
  for await (const child of childRuns(deps.db, tenant_id, bot_exc_id)) {
    if (!isFinal(child.state)) await closeRun(deps, child, endOfChild({ bot_name }, now));
  }
};

/**
 * Cleans up after a run whose end was written: withdraws what it waited for, ends its lanes, stops
 * its machine, and ends the runs that its AI agents started.
 */
export const cleanUpAfterEnd = async (
  deps: CloseDeps,
  { tenant_id, _id: bot_exc_id, bot_name, waiting_for }: Execution,
  end: RunEnd,
): Promise<void> => {
  const at = { tenant_id, bot_exc_id };
  await withdrawWait(deps, { ...at, lane: wholeRun }, waiting_for);
  await closeLanes(deps, at, end);
  await deps.runner?.stop(bot_exc_id, end.cause);
  await closeChildren(deps, { ...at, bot_name }, end);
};

/**
 * Ends an open run from outside. The record is closed first, then its lanes, then the machine is
 * stopped, so that a late step finds nothing to change. What they waited for is withdrawn, runs
 * that its AI agents started end with it, and `run_ended` is published. Returns false if the run
 * had ended, or is not in the state `end.only`.
 */
export const closeRun = async (
  deps: CloseDeps,
  { tenant_id, _id: bot_exc_id }: Pick<Execution, 'tenant_id' | '_id'>,
  end: RunEnd,
): Promise<boolean> => {
  const store = executionStore(deps.db, tenant_id);
  const run = await closeOpen<Execution>(
    async () => {
      const found = await store.get(bot_exc_id);
      return end.requiredPhase === undefined || found?.open === end.requiredPhase
        ? found
        : undefined;
    },
    (record) => {
      const outcome = outcomeOf(end.state, Object.values(record.results));
      const change = { ...endChangeOf(record, end), ...outcome, outbox: endedOutbox };
      return store.commit(bot_exc_id, change, record.updated_at);
    },
  );
  if (!run) return false;
  // A queued run has no questions, lanes or machine.
  if (run.open !== 'queued') await cleanUpAfterEnd(deps, run, end);
  await publishEnd(deps, run, end.state);
  return true;
};
