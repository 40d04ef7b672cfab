import type { ChannelMessage, Realtime } from '#lib/ports/realtime.ts';
import type { Execution } from '../execution.schema.ts';
import { manualStarterOf } from '../history/history.rules.ts';

type Progress = Omit<ChannelMessage<'bot_execution_updated'>, 'bot_exc_id'>;

/**
 * Pushes the status of a run or of one of its nodes to open consoles, and to the portal of the user
 * who started it by hand. Rejects if a frame could not be pushed.
 */
export const pushRunStatus = async (
  realtime: Realtime,
  { tenant_id, _id: bot_exc_id, trigger }: Pick<Execution, 'tenant_id' | '_id' | 'trigger'>,
  progress: Progress,
): Promise<void> => {
  const frame = { bot_exc_id, ...progress };
  const starter = manualStarterOf(trigger);
  await Promise.all([
    realtime.push(tenant_id, 'bot_execution_updated', frame),
    starter !== undefined && realtime.push(tenant_id, 'portal_run_updated', frame, starter),
  ]);
};
