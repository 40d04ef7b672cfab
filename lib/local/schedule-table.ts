import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import type { Schedule } from '#lib/domain/schedules/schedule.schema.ts';

/**
 * Times in ms: `next_at` is the next tick, `last_at` the last one that came due, and `pending_at`
 * one that came due but is not handled yet. A newer tick replaces a pending one.
 */
const table = `
  CREATE TABLE IF NOT EXISTS schedules (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    tenant_id TEXT NOT NULL,
    cron_expression TEXT NOT NULL,
    tz_info TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    next_at INTEGER NOT NULL,
    last_at INTEGER,
    pending_at INTEGER,
    PRIMARY KEY (kind, id)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS schedules_next ON schedules (next_at);
  CREATE INDEX IF NOT EXISTS schedules_pending ON schedules (pending_at)
    WHERE pending_at IS NOT NULL`;

const row = z.object({
  kind: z.string(),
  id: z.string(),
  tenant_id: z.string(),
  cron_expression: z.string(),
  tz_info: z.string(),
  changed_at: z.number(),
  next_at: z.number(),
  last_at: z.number().nullable(),
  pending_at: z.number().nullable(),
});

export type ScheduleRow = z.infer<typeof row>;
export type PendingRow = ScheduleRow & { pending_at: number };
type Key = { kind: string; id: string };

/** The statements on schedules; each runs in its caller's transaction, or in one of its own. */
export const scheduleTable = (database: DatabaseSync) => {
  database.exec(table);
  const get = database.prepare('SELECT * FROM schedules WHERE kind = ? AND id = ?');
  const put = database.prepare(`
    INSERT INTO schedules (kind, id, tenant_id, cron_expression, tz_info, changed_at, next_at)
    VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (kind, id) DO UPDATE SET
      tenant_id = excluded.tenant_id, cron_expression = excluded.cron_expression,
      tz_info = excluded.tz_info, changed_at = excluded.changed_at, next_at = excluded.next_at,
      pending_at = NULL`);
  const remove = database.prepare('DELETE FROM schedules WHERE kind = ? AND id = ?');
  const ofKind = database.prepare('SELECT * FROM schedules WHERE kind = ?');
  const all = database.prepare('SELECT * FROM schedules');
  const due = database.prepare('SELECT * FROM schedules WHERE next_at <= ? ORDER BY next_at');
  const first = database.prepare('SELECT min(next_at) AS next_at FROM schedules');
  const pending = database.prepare(
    'SELECT * FROM schedules WHERE pending_at IS NOT NULL ORDER BY pending_at',
  );
  const fire = database.prepare(
    'UPDATE schedules SET last_at = ?1, pending_at = ?1, next_at = ?2 WHERE kind = ?3 AND id = ?4',
  );
  const moveNext = database.prepare('UPDATE schedules SET next_at = ? WHERE kind = ? AND id = ?');
  const clearPending = database.prepare(
    'UPDATE schedules SET pending_at = NULL WHERE kind = ? AND id = ? AND pending_at = ?',
  );
  const rows = z.array(row);

  return {
    get: ({ kind, id }: Key): ScheduleRow | undefined => row.optional().parse(get.get(kind, id)),
    put: (one: Schedule<string>, changedAt: number, nextAt: number) => {
      const { kind, id, tenant_id, cron_expression, tz_info } = one;
      put.run(kind, id, tenant_id, cron_expression, tz_info, changedAt, nextAt);
    },
    delete: ({ kind, id }: Key) => remove.run(kind, id),
    ofKind: (kind: string): ScheduleRow[] => rows.parse(ofKind.all(kind)),
    all: (): ScheduleRow[] => rows.parse(all.all()),
    due: (now: number): ScheduleRow[] => rows.parse(due.all(now)),
    /** When the next tick of any schedule is due (ms). */
    first: (): number | null =>
      z.object({ next_at: z.number().nullable() }).parse(first.get()).next_at,
    pending: (): PendingRow[] =>
      z.array(row.extend({ pending_at: z.number() })).parse(pending.all()),
    /** Records that a tick came due, and when the next one does. */
    fire: ({ kind, id }: Key, at: number, nextAt: number) => fire.run(at, nextAt, kind, id),
    moveNext: ({ kind, id }: Key, nextAt: number) => moveNext.run(nextAt, kind, id),
    /** Marks the tick as handled, unless a newer one has replaced it. */
    clearPending: ({ kind, id }: Key, at: number) => clearPending.run(kind, id, at),
  };
};

export type ScheduleTable = ReturnType<typeof scheduleTable>;
