import { isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Bus } from '#lib/ports/bus.ts';
import type { Realtime } from '#lib/ports/realtime.ts';
import type { Runner } from '#lib/ports/runner.ts';
import { pauseStore } from '../../pauses/pause.store.ts';
import { isQuestion, questions } from '../../questions/question.schema.ts';
import { questionsOf, showQuestion } from '../../questions/question.service.ts';
import { closedResults, endedRuns, isFinal, isTimed } from '../execution.rules.ts';
import type { Execution, OpenState, WaitingFor } from '../execution.schema.ts';
import { childRuns, type ExecutionChange, executionStore } from '../execution.store.ts';
import { wholeRun } from '../lanes/lane.rules.ts';
import type { Lane } from '../lanes/lane.schema.ts';
import { laneStore } from '../lanes/lane.store.ts';
import { outcomeOf } from '../outcome/outcome.rules.ts';
import { tellRun } from './tell-run.service.ts';

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

type LanePlace = { tenant_id: string; bot_exc_id: string };

export type End = {
  state: 'FAILED' | 'CANCELLED';
  /** A sentence for everybody who may see the run. */
  cause: string;
  /** What AWS reported; for people who may read the record. */
  said?: string;
  now: number;
  /** If given, only a run in this open state is ended. */
  only?: OpenState;
};

type Open = Pick<Execution, 'results' | 'state' | 'updated_at' | 'waiting_for'>;

const ending = (open: Open, { state, cause, said, now }: End): ExecutionChange => ({
  results: closedResults(open, state, cause, now),
  state,
  waiting_for: null,
  errors: [cause, ...(said === undefined ? [] : [said])],
  updated_at: isoTime(now),
  finished_at: isoTime(now),
});

type WithdrawDeps = {
  db: Database;
  /** Absent when orphans are removed: pages have polled the change by then. */
  realtime?: Realtime;
};

/** Withdraws the question or pause that an ended run or lane waited for, and notifies consoles. */
export const withdraw = async (
  { db, realtime }: WithdrawDeps,
  { tenant_id, ...at }: LanePlace & { lane: string },
  waiting: WaitingFor | undefined,
): Promise<void> => {
  if (!waiting || isTimed(waiting)) return;
  const { kind } = waiting;
  const id = isQuestion(kind) ? waiting[questions[kind].id] : undefined;
  if (isQuestion(kind) && id !== undefined) {
    const isTakenBack = await questionsOf(kind).store(db, tenant_id).withdraw(id);
    if (isTakenBack && realtime) await showQuestion(realtime, { tenant_id, kind, id }, 'withdrawn');
  }
  await pauseStore(db, tenant_id).delete({ ...at, node_id: waiting.node_id });
};

/**
 * Writes the end of what `read` returns, if it is open. If a step was written after the read, the
 * write fails and the record is read again, so that the step is not lost.
 */
const closeOpen = async <T extends Open>(
  read: () => Promise<T | undefined>,
  write: (open: T) => Promise<boolean>,
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
  { tenant_id, bot_exc_id }: LanePlace,
  path: string,
  end: End,
): Promise<Lane | undefined> => {
  const lanes = laneStore(deps.db, tenant_id);
  const closed = await closeOpen<Lane>(
    () => lanes.get(bot_exc_id, path),
    (open) => lanes.commit(bot_exc_id, path, ending(open, end), open.updated_at),
  );
  if (closed) await withdraw(deps, { tenant_id, bot_exc_id, lane: path }, closed.waiting_for);
  return closed;
};

/** Number of lanes that are closed in parallel. */
const atOnce = 16;

/**
 * Ends the open lanes of a run, or only those whose paths begin with `prefix`. `onEnded` is called
 * with each lane of the prefix, as it was when it ended.
 */
export const closeLanes = async (
  deps: Pick<CloseDeps, 'db' | 'realtime'>,
  run: LanePlace,
  end: End,
  { prefix = '', onEnded = () => {} }: { prefix?: string; onEnded?: (lane: Lane) => void } = {},
): Promise<void> => {
  // Closed only in whole batches: a failure while the next page is read would go unhandled.
  let open: Lane[] = [];
  const closeThem = async () => {
    const closed = await Promise.all(open.map(({ lane }) => closeLane(deps, run, lane, end)));
    for (const [at, one] of open.entries()) onEnded(closed[at] ?? one);
    open = [];
  };
  for await (const lane of laneStore(deps.db, run.tenant_id).all(run.bot_exc_id, prefix)) {
    if (isFinal(lane.state)) onEnded(lane);
    else open.push(lane);
    if (open.length === atOnce) await closeThem();
  }
  await closeThem();
};

/** Failures are ignored: the next sweep publishes the end again, and pages poll. */
const tellEnd = async (
  { bus, realtime }: CloseDeps,
  run: Execution,
  status: End['state'],
): Promise<void> => {
  const { tenant_id, _id: bot_exc_id } = run;
  await Promise.allSettled([
    bus.publish([{ type: 'run_ended', tenant_id, bot_exc_id }]),
    // Reports the end of the run, not of a waiting node: pages and the bell listen for that.
    tellRun(realtime, run, { node_name: '', status }),
  ]);
};

/** The end of a run that an AI agent started, when the agent's own run has ended. */
export const endOfChild = ({ bot_name }: Pick<Execution, 'bot_name'>, now: number): End => ({
  state: 'CANCELLED',
  cause: `The run of ${bot_name} whose agent started this one has ended.`,
  now,
});

/** Ends the runs that the run's AI agents started and wait for, and recursively their children. */
const closeChildren = async (
  deps: CloseDeps,
  { tenant_id, bot_exc_id, bot_name }: LanePlace & Pick<Execution, 'bot_name'>,
  { now }: End,
): Promise<void> => {
  for await (const child of childRuns(deps.db, tenant_id, bot_exc_id)) {
    if (!isFinal(child.state)) await closeRun(deps, child, endOfChild({ bot_name }, now));
  }
};

/**
 * Cleans up after a run whose end was written: withdraws what it waited for, ends its lanes, stops
 * its machine, and ends the runs that its AI agents started.
 */
export const endWithin = async (
  deps: CloseDeps,
  { tenant_id, _id: bot_exc_id, bot_name, waiting_for }: Execution,
  end: End,
): Promise<void> => {
  const at = { tenant_id, bot_exc_id };
  await withdraw(deps, { ...at, lane: wholeRun }, waiting_for);
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
  end: End,
): Promise<boolean> => {
  const store = executionStore(deps.db, tenant_id);
  const run = await closeOpen<Execution>(
    async () => {
      const found = await store.get(bot_exc_id);
      return end.only === undefined || found?.open === end.only ? found : undefined;
    },
    (open) => {
      const outcome = outcomeOf(end.state, Object.values(open.results));
      const change = { ...ending(open, end), ...outcome, outbox: endedRuns };
      return store.commit(bot_exc_id, change, open.updated_at);
    },
  );
  if (!run) return false;
  // A queued run has no questions, lanes or machine.
  if (run.open !== 'queued') await endWithin(deps, run, end);
  await tellEnd(deps, run, end.state);
  return true;
};
