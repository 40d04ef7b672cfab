import type {
  Execution,
  ExecutionState,
  WaitingFor,
} from '#lib/domain/executions/execution.schema.ts';
import { type ExecutionChange, executionStore } from '#lib/domain/executions/execution.store.ts';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import { originOf, wholeRun } from '#lib/domain/executions/lanes/lane.rules.ts';
import type { Lane } from '#lib/domain/executions/lanes/lane.schema.ts';
import { laneStore } from '#lib/domain/executions/lanes/lane.store.ts';
import { askingStateOf } from '#lib/domain/questions/question.schema.ts';
import { pushRunStatus } from '#lib/domain/executions/runs/push-status.service.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { sha256 } from '#lib/kernel/ids.ts';
import { limits } from '#lib/kernel/limits.ts';
import type { EngineDeps } from '../deps.ts';
import { RunClosed } from './node-error.ts';
import type { RunRecord } from './record.ts';

export type LaneChange = Omit<ExecutionChange, 'results' | 'inline_bytes' | 'updated_at'>;

/** Frames to consoles that are lost do no harm: pages poll as well. */
export type Frames = {
  push(lane: string, nodeId: string, status: ExecutionState): void;
  flush(): Promise<void>;
};

/** The number of a loop's turns whose nodes are shown in live frames; more would only be noise. */
const maxShownTurns = 100;

const isShownLive = (lane: string): boolean => (originOf(lane)?.from ?? 0) < maxShownTurns;

export const frameSender = (deps: EngineDeps, run: Execution): Frames => {
  const { tenant_id, _id: bot_exc_id } = run;
  // Whether each frame was delivered. None may reject: it may take minutes until they are awaited.
  const frames: Promise<boolean>[] = [];
  return {
    push(lane, node_name, status) {
      if (!isShownLive(lane)) return;
      const progress = { node_name, status, ...(lane && { lane }) };
      const delivery = pushRunStatus(deps.realtime, run, progress);
      frames.push(
        delivery.then(
          () => true,
          () => false,
        ),
      );
    },
    async flush() {
      const count = (await Promise.all(frames)).filter((cameThrough) => !cameThrough).length;
      if (count === 0) return;
      const logFields = { tenant_id, bot_exc_id, count };
      deps.log.warn('Frames about a run were lost.', logFields);
    },
  };
};

/** The key of a lane's wait in its run's item: short, and not a path. */
export const waitKey = (lane: string): string => sha256(lane).slice(0, 16);

type WaitDeps = Pick<EngineDeps, 'db' | 'clock'>;
type RemoveDeps = WaitDeps & Pick<EngineDeps, 'realtime'>;

/** How often other lanes' waits are read again before they are overwritten unconditionally. */
const maxTries = 20;

/** Shows in the run what one of its lanes waits for, and extends the run's deadline for it. */
const waitsOfRun = (deps: WaitDeps, run: Execution, lane: string) => {
  const store = executionStore(deps.db, run.tenant_id);
  const key = waitKey(lane);

  return {
    async add(wait: WaitingFor, deadline: string | undefined): Promise<void> {
      if (deadline !== undefined) await store.extendDeadline(run._id, deadline);
      const hasRoom = Object.keys(run.waits).length < limits.waitsShown;
      if (!hasRoom) return;
      const change = { updated_at: isoTime(deps.clock()) };
      if (!(await store.setWait(run._id, key, { ...wait, lane }, change))) throw new RunClosed();
    },

    /** The run's state follows from the other lanes' waits, which may change at the same time. */
    async remove(): Promise<void> {
      for (let attempt = 1; ; attempt += 1) {
        const currentRun = await store.get(run._id);
        if (!currentRun || isFinal(currentRun.state)) throw new RunClosed();
        const { [key]: _own, ...otherWaits } = currentRun.waits;
        const states = Object.values(otherWaits).flatMap(({ kind }) => askingStateOf(kind) ?? []);
        const state: ExecutionState = states[0] ?? 'IN_PROGRESS';
        const change = { state, updated_at: isoTime(deps.clock()) };
        // After that many tries it is written unconditionally, so that the run can go on.
        const expectedWaits = attempt < maxTries ? currentRun.waits : undefined;
        if (await store.setWait(run._id, key, null, change, expectedWaits)) return;
      }
    },
  };
};

/**
 * Removes from a run the waits of ended lanes whose paths begin with the prefix. Throws `RunClosed`
 * where the run has ended, even if no waits were shown.
 */
export const removeWaits = async (
  deps: RemoveDeps,
  run: Execution,
  prefix: string,
  status: ExecutionState,
): Promise<void> => {
  const currentRun = await executionStore(deps.db, run.tenant_id).get(run._id);
  if (!currentRun || isFinal(currentRun.state)) throw new RunClosed();
  const endedWaits = Object.values(currentRun.waits).filter(({ lane }) => lane.startsWith(prefix));
  for (const { lane } of endedWaits) await waitsOfRun(deps, run, lane).remove();
  const deliveries = endedWaits
    .filter(({ lane }) => isShownLive(lane))
    .map(({ lane, node_id }) =>
      pushRunStatus(deps.realtime, run, { node_name: node_id, status, lane }),
    );
  // Lost frames do no harm: pages poll as well.
  await Promise.allSettled(deliveries);
};

type WriterContext = {
  deps: EngineDeps;
  run: Execution;
  record: RunRecord;
  frames: Frames;
  /** Whether the lane was waiting when it was read. */
  isWaiting: boolean;
};

/** A change as a commit writes it, with all pending results. */
const toExecutionChange = (
  { deps, record }: WriterContext,
  change: LaneChange,
): ExecutionChange => ({
  ...change,
  results: Object.fromEntries(record.pending),
  inline_bytes: record.inlineBytes(),
  updated_at: isoTime(deps.clock()),
});

const pushFrames = (
  { frames }: WriterContext,
  lane: string,
  { results = {}, ...change }: ExecutionChange,
) => {
  for (const [id, { status }] of Object.entries(results)) frames.push(lane, id, status);
  if (lane === wholeRun && change.finished_at !== undefined && change.state) {
    frames.push(lane, '', change.state);
  }
};

/** Writes a lane: each change includes the pending results, and consoles are notified. */
export type LaneWriter = {
  /** Throws `RunClosed` where the run has ended; then nothing was written. */
  commit(change?: LaneChange): Promise<void>;
  /** Like `commit`, for use right before an effect; also makes sure that the run has not ended. */
  commitBeforeEffect(): Promise<void>;
};

/** The writer of a run's own lane. */
export const runWriter = (context: WriterContext): LaneWriter => {
  const { deps, run, record } = context;
  const store = executionStore(deps.db, run.tenant_id);
  let { isWaiting } = context;
  const commit = async (change: LaneChange = {}): Promise<void> => {
    const resumedFields = isWaiting ? { state: 'IN_PROGRESS' as const, waiting_for: null } : {};
    const step = toExecutionChange(context, { ...resumedFields, ...change });
    if (!(await store.commit(run._id, step))) throw new RunClosed();
    record.pending.clear();
    isWaiting = Boolean(change.waiting_for);
    pushFrames(context, wholeRun, step);
  };
  return { commit, commitBeforeEffect: () => commit() };
};

/** The writer of a lane inside a run; its first commit creates the lane's item. */
export const laneWriter = (context: WriterContext, lane: Lane, exists: boolean): LaneWriter => {
  const { deps, run, record } = context;
  const { tenant_id, _id: runId } = run;
  const lanes = laneStore(deps.db, tenant_id);
  const waits = waitsOfRun(deps, run, lane.lane);
  let { isWaiting } = context;
  let isAsking = askingStateOf(lane.waiting_for?.kind ?? '') !== undefined;
  let isCreated = exists;

  const write = async (step: ExecutionChange): Promise<boolean> => {
    if (isCreated) return lanes.commit(runId, lane.lane, step);
    const { waiting_for, finished_at, ...change } = step;
    isCreated = true;
    return lanes.create(runId, {
      ...lane,
      ...change,
      // The results taken over from an earlier run are part of no step.
      results: { ...lane.results, ...step.results },
      ...(waiting_for && { waiting_for }),
      ...(finished_at === undefined ? { open: 'open' } : { finished_at, open: undefined }),
    });
  };

  const commit = async ({ deadline_at, ...change }: LaneChange = {}): Promise<void> => {
    // The run's state follows from what its lanes wait for now, not from what they did before.
    if (isAsking || (isWaiting && !change.waiting_for)) await waits.remove();
    if (change.waiting_for) await waits.add(change.waiting_for, deadline_at);
    const resumedFields = isWaiting ? { state: 'IN_PROGRESS' as const, waiting_for: null } : {};
    const step = toExecutionChange(context, { ...resumedFields, ...change });
    if (!(await write(step))) throw new RunClosed();
    record.pending.clear();
    isWaiting = Boolean(change.waiting_for);
    isAsking = askingStateOf(change.waiting_for?.kind ?? '') !== undefined;
    pushFrames(context, lane.lane, step);
  };

  return {
    commit,
    // The run may have been ended since its lane last looked.
    async commitBeforeEffect() {
      await commit();
      const currentRun = await executionStore(deps.db, tenant_id).get(runId);
      if (!currentRun || isFinal(currentRun.state)) throw new RunClosed();
    },
  };
};
