import * as z from 'zod';
import { limits } from '#lib/kernel/limits.ts';
import type { Files } from '#lib/ports/files.ts';
import type { LongTask } from '#lib/ports/tasks.ts';
import { laneFolder } from '../lanes/lane.rules.ts';
import { type WakeDeps, wakeRun } from '../../pauses/wake.service.ts';

/** The result of a long task: its output, or a sentence that says why it failed, or both. */
export const taskReport = z.union([
  z.object({ error: z.string().min(1).max(limits.taskError), output: z.unknown().optional() }),
  z.object({ output: z.unknown() }),
]);
export type TaskReport = z.infer<typeof taskReport>;

const taskFileKey = (name: 'input' | 'task', task: LongTask): string => {
  const { tenant_id, bot_exc_id, lane, node_id, until } = task;
  const folder = laneFolder(tenant_id, bot_exc_id, lane);
  return `${folder}/${node_id}.${Date.parse(until)}.${name}.json`;
};

/** File key of a task's report; it is written once and read when the run goes on. */
export const reportKey = (task: LongTask): string => taskFileKey('task', task);

/** File key of a task's input: only ids are passed to the task itself. */
export const taskInputKey = (task: LongTask): string => taskFileKey('input', task);

type ReportDeps = WakeDeps & { files: Files };

/**
 * Stores the report of a long task and ends its pause. Only the first report counts: a second one
 * means that the task was started twice.
 */
export const reportTask =
  (deps: ReportDeps) =>
  async (task: LongTask, report: TaskReport): Promise<void> => {
    const key = reportKey(task);
    if ((await deps.files.get(key)) === undefined) {
      await deps.files.put(key, JSON.stringify(taskReport.parse(report)));
    }
    await wakeRun(deps, task.tenant_id, task);
  };
