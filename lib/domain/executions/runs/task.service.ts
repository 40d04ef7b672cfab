import * as z from 'zod';
import { limits } from '#lib/kernel/limits.ts';
import type { Files } from '#lib/ports/files.ts';
import type { LongTask } from '#lib/ports/tasks.ts';
import { laneFolder } from '../lanes/lane.rules.ts';
import { wake, type WakeDeps } from '../../pauses/wake.service.ts';

/** What a long task came to: its output, or a sentence that says why it failed, maybe with both. */
export const taskReport = z.union([
  z.object({ error: z.string().min(1).max(limits.taskError), output: z.unknown().optional() }),
  z.object({ output: z.unknown() }),
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
