import { readOpenRunKeys } from '#lib/domain/executions/runs/open-run.store.ts';
import {
  type StoppedRun,
  stoppedRun,
} from '#lib/domain/executions/runs/stopped-machine.service.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Log } from '#lib/kernel/log.ts';
import type { EmbeddedRunner, RunEnd } from './runner/runner.ts';

type Options = {
  db: Database;
  log: Log;
  /** Ends the record of a run, unless it has ended. */
  close: (stopped: StoppedRun) => Promise<unknown>;
};

/**
 * The embedded counterpart of the rule for runs that Step Functions ended: no run record stays open
 * after its machine has ended.
 */
export const stoppedRuns = ({ db, log, close }: Options) => {
  const closeEnded = async (end: Omit<RunEnd, 'name'>): Promise<void> => {
    if (end.status === 'SUCCEEDED') return;
    const stopped = stoppedRun.safeParse(end);
    if (stopped.success) await close(stopped.data);
  };

  return {
    /** Called by the runner for each run that ends. */
    onEnded: (end: RunEnd): void => {
      closeEnded(end).catch((error: unknown) => {
        log.error('A run that has ended is closed later.', { bot_exc_id: end.name, error });
      });
    },

    /** Finds runs whose end was not reported because the process died. */
    check: (runner: Pick<EmbeddedRunner, 'status'>) => async (): Promise<void> => {
      for (const key of await readOpenRunKeys(db)) {
        const [tenant_id = '', bot_exc_id = ''] = key.split('#');
        const end = runner.status(bot_exc_id);
        if (end) await closeEnded({ ...end, input: { tenant_id, bot_exc_id, lane: '' } });
      }
    },
  };
};
