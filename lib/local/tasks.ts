import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import type { Log } from '#lib/kernel/log.ts';
import type { LongTask, LongTasks } from '#lib/ports/tasks.ts';
import { within } from './within.ts';

export type LocalTasks = LongTasks & {
  /** Takes up the tasks that an earlier process left. */
  start(): void;
  /** Waits up to `ms` for the tasks that are under way; what is left is begun again. */
  drain(ms: number): Promise<void>;
};

type Options = {
  database: DatabaseSync;
  log: Log;
  /** Does the work; it is called again after a rejection, and when the process died over it. */
  perform: (task: LongTask) => Promise<void>;
};

/** Milliseconds until a task is tried again that somebody else seems to work on. */
const again = 15_000;

const table = 'CREATE TABLE IF NOT EXISTS long_tasks (task TEXT PRIMARY KEY) STRICT';

const rows = z.array(z.object({ task: z.string() }));

/** Long tasks in this process; they are written down in the database until they have ended. */
export const openTasks = ({ database, log, perform }: Options): LocalTasks => {
  database.exec(table);
  const insert = database.prepare('INSERT OR IGNORE INTO long_tasks (task) VALUES (?)');
  const all = database.prepare('SELECT task FROM long_tasks');
  const remove = database.prepare('DELETE FROM long_tasks WHERE task = ?');
  const underWay = new Map<string, Promise<void>>();
  let closed = false;

  const attempt = async (text: string): Promise<void> => {
    try {
      await perform(JSON.parse(text) as LongTask);
      if (!closed) remove.run(text);
    } catch (error) {
      if (closed) return;
      log.warn('A long task is tried again later.', { area: 'tasks', error });
      setTimeout(() => take(text), again).unref();
    }
  };

  const take = (text: string): void => {
    if (closed || underWay.has(text)) return;
    underWay.set(
      text,
      attempt(text).finally(() => underWay.delete(text)),
    );
  };

  return {
    begin: async ({ tenant_id, bot_exc_id, lane, node_id, until }) => {
      const text = JSON.stringify({ tenant_id, bot_exc_id, lane, node_id, until });
      insert.run(text);
      take(text);
    },
    start: () => {
      for (const { task } of rows.parse(all.all())) take(task);
    },
    drain: async (ms) => {
      await within(ms, Promise.allSettled(underWay.values()));
      closed = true;
    },
  };
};
