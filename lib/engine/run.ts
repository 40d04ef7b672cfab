import * as z from 'zod';
import { isFinal, closedResults } from '#lib/domain/executions/execution.rules.ts';
import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import { executionStore } from '#lib/domain/executions/execution.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { limits } from '#lib/kernel/limits.ts';
import type { EngineDeps } from './deps.ts';
import { plan, type Plan } from './plan.ts';
import { RunClosed } from './run/node-error.ts';
import { nodeRunner, type Segment } from './run/node-runner.ts';
import { programs } from './run/programs.ts';
import { runRecord } from './run/record.ts';
import type { Step } from './run/step.ts';
import { runWriter } from './run/writer.ts';

export type { Step } from './run/step.ts';

/** Results of pure nodes that ride together: an update's expression is limited to 4 KB. */
const mostPending = 100;

const runKey = z.object({ tenant_id: z.string(), bot_exc_id: z.string() });

type Ending = { state: 'SUCCEEDED' | 'FAILED' | 'CANCELLED'; errors: string[]; step: Step };

const failure = (error: string, cause: string): Ending => ({
  state: 'FAILED',
  errors: [cause],
  step: { next: 'failed', error, cause },
});

const endingOf = (end: Exclude<Plan, { next: 'run' }>): Ending => {
  if (end.next === 'done') return { state: 'SUCCEEDED', errors: [], step: { next: 'done' } };
  if (end.next === 'failed') return failure('NodeFailed', `"${end.node.name}" failed. ${end.why}`);
  return { state: 'CANCELLED', errors: [end.why], step: { next: 'done' } };
};

const finish = async ({ writer, deps }: Omit<Segment, 'view'>, ending: Ending): Promise<Step> => {
  const { state, errors, step } = ending;
  await writer.commit({ state, errors, finished_at: isoTime(deps.clock()) });
  return step;
};

/** Ends a run that cannot go on, with whatever node was under way. */
const fail = async (
  segment: Omit<Segment, 'view'>,
  error: string,
  cause: string,
): Promise<Step> => {
  const { run, record, deps } = segment;
  const results = Object.fromEntries(record.results);
  const closed = closedResults({ ...run, results }, 'FAILED', cause, deps.clock());
  for (const [id, result] of Object.entries(closed)) record.set(id, result);
  return finish(segment, failure(error, cause));
};

/** Runs node after node until the run waits, ends, or has used its time for this call. */
const runSegment = async (segment: Segment): Promise<Step> => {
  const { deps, run, view, record, writer } = segment;
  const runNode = nodeRunner(segment);
  const startedAt = deps.clock();
  for (let next = plan(view, record.results); ; next = plan(view, record.results, next.node)) {
    if (next.next !== 'run') return finish(segment, endingOf(next));
    if (deps.clock() >= Date.parse(run.deadline_at)) {
      const cause = `The run did not end before its deadline, ${run.deadline_at}.`;
      return fail(segment, 'DeadlinePassed', cause);
    }
    const isOver = deps.clock() - startedAt >= limits.segment;
    if (record.pending.size >= mostPending || isOver) await writer.commit();
    if (isOver) return { next: 'again' };
    const step = await runNode(next.node);
    if (step) return step;
  }
};

/** Why a call of the engine failed on our side, and the run it was about. */
const begin = async (deps: EngineDeps, load: ReturnType<typeof programs>, run: Execution) => {
  const record = runRecord(run, deps.files);
  const writer = runWriter(deps, run, record);
  const segment = { deps, run, record, writer };
  try {
    const program = await load(run);
    if ('problem' in program) return await fail(segment, 'VersionUnusable', program.problem);
    return await runSegment({ ...segment, view: program.view });
  } catch (error) {
    if (error instanceof RunClosed) return { next: 'done' as const };
    throw error;
  } finally {
    await writer.told();
  }
};

/**
 * Runs a bot's run as far as it goes in one call (architecture, section 4). Each effect is written
 * before it happens and its result before the next one; nodes without effect are written with the
 * next write there is. Repeating a call is harmless. A run that has ended answers `done`; what goes
 * wrong inside a node is the run's own failure; a store that fails is thrown, and the call
 * repeated.
 */
export const advance = (deps: EngineDeps) => {
  const load = programs(deps.db);
  return async (payload: unknown): Promise<Step> => {
    const { tenant_id, bot_exc_id } = runKey.parse(payload);
    const run = await executionStore(deps.db, tenant_id).get(bot_exc_id);
    return !run || isFinal(run.state) ? { next: 'done' } : begin(deps, load, run);
  };
};
