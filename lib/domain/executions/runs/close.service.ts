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
   * Absent where the run's own machine ends by itself. Those of runs that its agents have started
   * are left then: they find nothing to do at their next step.
   */
  runner?: Pick<Runner, 'stop'>;
};

type LanePlace = { tenant_id: string; bot_exc_id: string };

export type End = {
  state: 'FAILED' | 'CANCELLED';
  /** A sentence for everybody who reads what has ended. */
  cause: string;
  /** What AWS said, for whoever may read the record. */
  said?: string;
  now: number;
  /** A run that is open, but otherwise than so, is left alone. */
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
  /** Absent where what was left behind is removed: pages have polled by then. */
  realtime?: Realtime;
};

/** Takes back what an ended run, or a lane of it, had asked for, and says so to open consoles. */
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
 * Writes the end of whatever `read` finds open. A step that was written after the record was read
 * must be neither undone nor forgotten, so it is read again.
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

/** Ends one open lane of a run, and takes back what it waits for; answers how it stood then. */
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

/** Lanes that are closed at the same time. */
const atOnce = 16;

/**
 * Ends the open lanes of a run whose paths begin so: all of them unless told. `onEnded` is given
 * each with such a path, as it stood when it ended.
 */
export const closeLanes = async (
  deps: Pick<CloseDeps, 'db' | 'realtime'>,
  run: LanePlace,
  end: End,
  { prefix = '', onEnded = () => {} }: { prefix?: string; onEnded?: (lane: Lane) => void } = {},
): Promise<void> => {
  // Closed once they are together: a failure while the next page is read would be nobody's.
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

/** What cannot be told now is told by the next sweep, or polled by the pages. */
const tellEnd = async (
  { bus, realtime }: CloseDeps,
  run: Execution,
  status: End['state'],
): Promise<void> => {
  const { tenant_id, _id: bot_exc_id } = run;
  await Promise.allSettled([
    bus.publish([{ type: 'run_ended', tenant_id, bot_exc_id }]),
    // The run's own end, also where a node of it waited: pages and the bell listen for that.
    tellRun(realtime, run, { node_name: '', status }),
  ]);
};

/** The end of a run that an agent started, where the run of the agent has ended. */
export const endOfChild = ({ bot_name }: Pick<Execution, 'bot_name'>, now: number): End => ({
  state: 'CANCELLED',
  cause: `The run of ${bot_name} whose agent started this one has ended.`,
  now,
});

/** Ends what agents of a run have started and wait for, and what was started from there. */
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
 * Ends what a run whose end was written has left open: its lanes, its machine, and the runs that
 * its agents have started. What it and its lanes waited for is withdrawn.
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
 * stopped, so a late step finds nothing to change; what they waited for is withdrawn, runs that its
 * agents have started end with it, and what follows from the end begins. False where the run had
 * ended, or is not what `end.only` says.
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
  // One that waits for its slot has asked for nothing, and has neither lanes nor a machine.
  if (run.open !== 'queued') await endWithin(deps, run, end);
  await tellEnd(deps, run, end.state);
  return true;
};
