import * as z from 'zod';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Log } from '#lib/kernel/log.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import type { Files } from '#lib/ports/files.ts';
import type { LongTask } from '#lib/ports/tasks.ts';
import { laneFolder } from '../lanes/lane.rules.ts';
import { claimStore } from '../../pauses/claim.store.ts';
import { wake, type WakeDeps } from '../../pauses/wake.service.ts';

/** What a long task came to: its output, or a sentence that says why it failed. */
export const taskReport = z.union([
  z.object({ output: z.unknown() }),
  z.object({ error: z.string().min(1).max(2000) }),
]);
export type TaskReport = z.infer<typeof taskReport>;

const fileOf = (name: 'input' | 'task', task: LongTask): string => {
  const { tenant_id, bot_exc_id, lane, node_id, until } = task;
  const folder = laneFolder(tenant_id, bot_exc_id, lane);
  return `${folder}/${node_id}.${Date.parse(until)}.${name}.json`;
};

/** Where the report of a task lies; it is written once and read when its run goes on. */
export const reportKey = (task: LongTask): string => fileOf('task', task);

/** Where the input of a task lies: what is handed over are ids. */
export const taskInputKey = (task: LongTask): string => fileOf('input', task);

type ReportDeps = WakeDeps & { files: Files };

/**
 * Ends the pause of a long task with what it came to. The first report counts: a task that is
 * reported twice was begun twice.
 */
export const reportTask =
  (deps: ReportDeps) =>
  async (task: LongTask, report: TaskReport): Promise<void> => {
    const key = reportKey(task);
    if ((await deps.files.get(key)) === undefined) {
      await deps.files.put(key, JSON.stringify(taskReport.parse(report)));
    }
    await wake(deps, task.tenant_id, task);
  };

/**
 * The work itself. It ends soon after `signal` is aborted; an expected failure is a `Refusal`. It
 * may have been begun before, so what it does outside carries a key made of the task.
 */
export type Work = (task: LongTask, input: unknown, signal: AbortSignal) => Promise<unknown>;

type PerformDeps = ReportDeps & {
  clock: Clock;
  log: Log;
  work: Work;
  /** Calls `beat` again and again, until what it answers is called. */
  every?: (beat: () => Promise<void>) => () => void;
};

/** How often work says that it goes on, and hears that it is cancelled (ms). */
const beatEvery = 5_000;

const everyBeat = (beat: () => Promise<void>) => {
  const timer = setInterval(() => void beat(), beatEvery);
  return () => clearInterval(timer);
};

const cutOff = 'The work on this was cut off twice: the server that did it ended.';

const unexpected = 'The work on this failed unexpectedly. The server’s log says more.';

const reportOf = async ({ log, work }: PerformDeps, task: LongTask, given: Parameters<Work>) => {
  try {
    return { output: await work(...given) };
  } catch (error) {
    if (error instanceof Refusal) return { error: error.message };
    const { tenant_id, bot_exc_id } = task;
    log.error('A long task failed.', { tenant_id, bot_exc_id, error });
    return { error: unexpected };
  }
};

/**
 * Does the work of a long task and reports what it came to, however often it is called: once, and
 * once more where a process died over it. Throws where somebody else works on it, who may have
 * died: then it is to be called again.
 */
export const performTask =
  (deps: PerformDeps) =>
  async (task: LongTask): Promise<void> => {
    const { clock, files, every = everyBeat } = deps;
    const claims = claimStore(deps.db, task);
    const taken = await claims.take(clock());
    if (taken === 'gone') return;
    if (taken === 'busy') throw new Error('Somebody works on this task.');
    const report = reportTask(deps);
    if (taken === 'spent') {
      await report(task, { error: cutOff });
      return;
    }
    const stop = new AbortController();
    const end = every(async () => {
      if (!(await claims.renew(taken.attempt, clock()))) stop.abort();
    });
    try {
      const input: unknown = JSON.parse((await files.get(taskInputKey(task))) ?? 'null');
      const came = await reportOf(deps, task, [task, input, stop.signal]);
      if (!stop.signal.aborted) await report(task, came);
    } finally {
      end();
    }
  };
