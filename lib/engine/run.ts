import * as z from 'zod';
import { cleanUpAfterEnd } from '#lib/domain/executions/runs/close.service.ts';
import { outcomeOf } from '#lib/domain/executions/outcome/outcome.rules.ts';
import { beginFollowUp } from '#lib/domain/executions/runs/settle-run.service.ts';
import { closedResults, endedOutbox, isFinal } from '#lib/domain/executions/execution.rules.ts';
import { executionStore } from '#lib/domain/executions/execution.store.ts';
import { isWindow, originOf, wholeRun } from '#lib/domain/executions/lanes/lane.rules.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import type { EngineDeps } from './deps.ts';
import { programOf } from './plan.ts';
import { endAfterParent } from './run/child-runs.ts';
import { DeadlinePassed, type LaneOutcome, runLane, runNodes } from './run/lane-runner.ts';
import { type EngineCall, storedSegment, wholeSegment } from './run/lanes/child.ts';
import { endLanes } from './run/lanes/end-lanes.ts';
import { isFailFast } from './run/lanes/conclude.ts';
import { runWindow } from './run/lanes/fork.ts';
import { readFork } from './run/lanes/open.ts';
import { turnsOf } from './run/lanes/turns.ts';
import { RunClosed } from './run/node-error.ts';
import { createProgramLoader } from './run/programs.ts';
import type { CostOf } from './run/run-cost.ts';
import type { Segment } from './run/segment.ts';
import type { Step } from './run/step.ts';
import { dataDeletedText, takeFiles } from './run/taken-files.ts';
import { frameSender } from './run/writer.ts';

export type { Step } from './run/step.ts';

const runKey = z.object({
  tenant_id: z.string(),
  bot_exc_id: z.string(),
  lane: z.string().default(wholeRun),
});

const emptyProgram = programOf({ nodes: [], edges: [] });

const failedStep = (error: string, cause: string): Step => ({ next: 'failed', error, cause });

/** Writes the end of a run; only then do the consequences of that end begin. */
const finishRun = async (
  { deps, run, record, writer }: Segment,
  { state, reason }: LaneOutcome,
  costOf: CostOf | undefined,
  endBelow: () => Promise<void> = async () => {},
): Promise<Step> => {
  const { tenant_id, _id: bot_exc_id } = run;
  const errors = reason === '' ? [] : [reason];
  const finished_at = isoTime(deps.clock());
  const outcome = outcomeOf(state, record.results.values());
  const endedRun = { ...run, ...outcome, state, finished_at };
  const cost = costOf?.(endedRun, record.results);
  const end = { state, ...outcome, errors, finished_at, ...(cost !== undefined && { cost }) };
  await writer.commit({ ...end, outbox: endedOutbox });
  // Before the outbox mark is removed, by which the sweep finds a run whose process died here.
  await endBelow();
  await beginFollowUp(deps, { ...endedRun, cost }).catch((error: unknown) => {
    deps.log.warn('The end of a run is reported later.', { tenant_id, bot_exc_id, error });
  });
  return state === 'FAILED' ? failedStep('NodeFailed', reason) : { next: 'done' };
};

type Unfinished = { segment: Segment; costOf: CostOf | undefined };

/** Ends a run that cannot continue, with everything under way in it and below it. */
const failRun = async (
  { segment, costOf }: Unfinished,
  error: string,
  reason: string,
): Promise<Step> => {
  const { run, record, deps } = segment;
  const now = deps.clock();
  const results = Object.fromEntries(record.results);
  const closed = closedResults({ results }, 'FAILED', reason, now);
  for (const [id, result] of Object.entries(closed)) record.set(id, result);
  await finishRun(segment, { state: 'FAILED', reason }, costOf, () =>
    cleanUpAfterEnd(deps, run, { state: 'CANCELLED', cause: reason, now }),
  );
  return failedStep(error, reason);
};

/** Runs the run's own lane. */
const runOwnLane = async (call: EngineCall): Promise<Step> => {
  const segment = wholeSegment(call);
  const { costOf } = call;
  try {
    if (!(await takeFiles(segment)))
      return await failRun({ segment, costOf }, 'DataGone', dataDeletedText);
    const stop = await runNodes(segment);
    return 'next' in stop ? stop : await finishRun(segment, stop, costOf);
  } catch (error) {
    if (!(error instanceof DeadlinePassed)) throw error;
    return failRun({ segment, costOf }, 'DeadlinePassed', overdueError(call));
  }
};

const overdueError = ({ run }: EngineCall): string =>
  `The run did not end before its deadline, ${run.deadline_at}.`;

/** Ends a lane and everything in it after the run's deadline; the run's own lane ends the run. */
const endOverdueLane = async (call: EngineCall, path: string, error: unknown): Promise<Step> => {
  if (!(error instanceof DeadlinePassed)) throw error;
  const cause = overdueError(call);
  await endLanes(call.deps, call.run, path, { state: 'FAILED', cause });
  return failedStep('DeadlinePassed', cause);
};

/** Runs a lane. If its failure ends the others, its state machine fails too, which stops theirs. */
const runLaneCall = async (call: EngineCall, path: string): Promise<Step> => {
  const segment = await storedSegment(call, path);
  const opener = call.program.view.find(originOf(path)?.opener ?? '');
  if (!segment || !opener) return { next: 'done' };
  const stop = await runLane(segment).catch((error: unknown) => endOverdueLane(call, path, error));
  if ('next' in stop) return stop;
  return isFailFast(opener) && stop.state !== 'SUCCEEDED'
    ? failedStep('LaneFailed', stop.reason)
    : { next: 'done' };
};

/** Hands out the turns of a window of a long loop. */
const runWindowCall = async (call: EngineCall, path: string): Promise<Step> => {
  const origin = originOf(path);
  const parent = origin && (await storedSegment(call, origin.parent));
  const opener = origin && call.program.view.find(origin.opener);
  if (!parent || !opener || !origin) return { next: 'done' };
  const fork = await readFork(parent, opener.id);
  return runWindow(parent, opener, fork, await turnsOf(parent, opener, fork, false), origin);
};

const runCall = (call: EngineCall, path: string): Promise<Step> => {
  if (path === wholeRun) return runOwnLane(call);
  return isWindow(path) ? runWindowCall(call, path) : runLaneCall(call, path);
};

/**
 * Runs a run, or one of its lanes, as far as possible in one call. Each effect is recorded before
 * it happens, and its result before the next effect; nodes without effects are written with the
 * next write. Repeating a call is harmless. Returns `done` where the run has ended; an error inside
 * a node fails the run; a store that fails makes the call throw, and the call is repeated.
 */
export const advance = (deps: EngineDeps) => {
  const load = createProgramLoader(deps);
  return async (payload: unknown): Promise<Step> => {
    const { tenant_id, bot_exc_id, lane } = runKey.parse(payload);
    const run = await executionStore(deps.db, tenant_id).get(bot_exc_id);
    if (!run || isFinal(run.state)) return { next: 'done' };
    if (await endAfterParent(deps, run)) return { next: 'done' };
    const frames = frameSender(deps, run);
    const loaded = await load(run);
    const program = 'program' in loaded ? loaded.program : emptyProgram;
    const call: EngineCall = {
      deps,
      run,
      program,
      frames,
      startedAt: deps.clock(),
      ...('costOf' in loaded && { costOf: loaded.costOf }),
    };
    try {
      if ('problem' in loaded) {
        const unusable = { segment: wholeSegment(call), costOf: undefined };
        return await failRun(unusable, 'VersionUnusable', loaded.problem);
      }
      return await runCall(call, lane);
    } catch (error) {
      if (error instanceof RunClosed) return { next: 'done' };
      throw error;
    } finally {
      await frames.flush();
    }
  };
};
