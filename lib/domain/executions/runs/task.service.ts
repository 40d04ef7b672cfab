import * as z from 'zod';
import type { Files } from '#lib/ports/files.ts';
import type { Place } from '../../pauses/pause.store.ts';
import { wake, type WakeDeps } from '../../pauses/wake.service.ts';

/** What a long task came to: its output, or a sentence that says why it failed. */
export const taskReport = z.union([
  z.object({ output: z.unknown() }),
  z.object({ error: z.string().min(1).max(2000) }),
]);
export type TaskReport = z.infer<typeof taskReport>;

/** Where the report of a task lies; it is written once and read when its run goes on. */
export const reportKey = (tenantId: string, { bot_exc_id, lane, node_id }: Place): string =>
  [tenantId, bot_exc_id, ...(lane === '' ? [] : [lane]), `${node_id}.task.json`].join('/');

/**
 * Ends the pause of a long task with what it came to. The first report counts: a task that is
 * reported twice was begun twice.
 */
export const reportTask =
  (deps: WakeDeps & { files: Files }) =>
  async (tenantId: string, place: Place, report: TaskReport): Promise<void> => {
    const key = reportKey(tenantId, place);
    if ((await deps.files.get(key)) === undefined) {
      await deps.files.put(key, JSON.stringify(taskReport.parse(report)));
    }
    await wake(deps, tenantId, place);
  };
