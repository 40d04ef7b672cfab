import type { ChannelMessage, Realtime } from '#lib/ports/realtime.ts';
import type { Execution } from '../execution.schema.ts';
import { callerOf } from '../history/history.rules.ts';

type Progress = Omit<ChannelMessage<'bot_execution_updated'>, 'bot_exc_id'>;

/**
 * Tells the open consoles how a run, or one of its nodes, stands; whoever started it by hand hears
 * of it too. Rejects where a frame was lost.
 */
export const tellRun = async (
  realtime: Realtime,
  { tenant_id, _id: bot_exc_id, trigger }: Pick<Execution, 'tenant_id' | '_id' | 'trigger'>,
  progress: Progress,
): Promise<void> => {
  const frame = { bot_exc_id, ...progress };
  const starter = callerOf(trigger);
  await Promise.all([
    realtime.push(tenant_id, 'bot_execution_updated', frame),
    starter !== undefined && realtime.push(tenant_id, 'portal_run_updated', frame, starter),
  ]);
};
