import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import type { Fact } from '#lib/ports/bus.ts';

/** Where a fact comes from: one listener, or everything else of one organisation. */
const source = `coalesce(json_extract(fact, '$.listener_id'), json_extract(fact, '$.tenant_id'))`;

export const sourceOf = (fact: Fact): string =>
  'listener_id' in fact ? fact.listener_id : fact.tenant_id;

/**
 * `due` is 0 for a fact not tried yet, a time in ms for one to try again, null for a parked one.
 */
const table = `
  CREATE TABLE IF NOT EXISTS bus_facts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    fact TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    due INTEGER DEFAULT 0,
    cause TEXT,
    parked_at INTEGER
  ) STRICT;
  CREATE INDEX IF NOT EXISTS bus_facts_due ON bus_facts (due, id);
  CREATE INDEX IF NOT EXISTS bus_facts_source ON bus_facts (due, ${source}, id)`;

const queuedFact = z.object({ id: z.number(), fact: z.string(), tries: z.number() });
const sourceRow = z.object({ source: z.string() });
const parkedRow = queuedFact.extend({ cause: z.string(), parked_at: z.number() });

/** A fact in the queue, as JSON, with the number of its failed tries. */
export type QueuedFact = z.infer<typeof queuedFact>;

/** A fact that was given up: why, and when (ms). */
export type ParkedFact = {
  id: number;
  fact: Fact;
  tries: number;
  cause: string;
  parked_at: number;
};

/** No wait is longer (ms): a fact due later than that was queued before the clock was set back. */
export const longestDelay = 180_000;

/** The queue's statements; each runs inside the transaction of its caller, or as its own. */
export const factQueue = (database: DatabaseSync) => {
  database.exec(table);
  const add = database.prepare('INSERT INTO bus_facts (fact) VALUES (?)');
  const remove = database.prepare('DELETE FROM bus_facts WHERE id = ?');
  const postpone = database.prepare('UPDATE bus_facts SET tries = ?, due = ? WHERE id = ?');
  const park = database.prepare(
    'UPDATE bus_facts SET tries = ?, due = NULL, cause = ?, parked_at = ? WHERE id = ?',
  );
  const replay = database.prepare(
    'UPDATE bus_facts SET tries = 0, due = 1 WHERE id = ? AND due IS NULL',
  );
  const untried = database.prepare(
    `SELECT id, fact, tries FROM bus_facts WHERE due = 0 AND ${source} = ? AND id > ?
     ORDER BY id LIMIT ?`,
  );
  // Steps from source to source over the index, however many facts each has.
  const sources = database.prepare(
    `WITH RECURSIVE sources (source) AS (
       SELECT min(${source}) FROM bus_facts WHERE due = 0
       UNION ALL
       SELECT (SELECT min(${source}) FROM bus_facts WHERE due = 0 AND ${source} > source)
       FROM sources WHERE source IS NOT NULL
     )
     SELECT source FROM sources WHERE source IS NOT NULL`,
  );
  const dueAgain = database.prepare(
    `SELECT id, fact, tries FROM bus_facts WHERE due BETWEEN 1 AND ?
     UNION ALL SELECT id, fact, tries FROM bus_facts WHERE due > ? LIMIT ?`,
  );
  const waiting = database.prepare(
    'SELECT id, due FROM bus_facts WHERE due > 0 ORDER BY due LIMIT ?',
  );
  const parked = database.prepare('SELECT * FROM bus_facts WHERE due IS NULL ORDER BY id');

  return {
    add: (fact: Fact) => add.run(JSON.stringify(fact)),
    remove: (id: number) => remove.run(id),
    postpone: (id: number, tries: number, due: number) => postpone.run(tries, due, id),
    park: (id: number, tries: number, cause: string, at: number) => park.run(tries, cause, at, id),
    replay: (id: number): boolean => replay.run(id).changes === 1,

    /** Up to `limit` facts that failed before and may be tried again now. */
    dueAgain: (now: number, limit: number): QueuedFact[] =>
      z.array(queuedFact).parse(dueAgain.all(now, now + longestDelay, limit)),

    /** The sources of facts that were not tried yet. */
    sources: (): string[] =>
      z
        .array(sourceRow)
        .parse(sources.all())
        .map((row) => row.source),

    /** The next `limit` facts of a source that were not tried yet, behind the one with this id. */
    untried: (from: string, after: number, limit: number): QueuedFact[] =>
      z.array(queuedFact).parse(untried.all(from, after, limit)),

    /** The ids and times of the next `limit` facts to try again. */
    waiting: (limit: number): { id: number; due: number }[] =>
      z.array(z.object({ id: z.number(), due: z.number() })).parse(waiting.all(limit)),

    parked: (): ParkedFact[] =>
      z
        .array(parkedRow)
        .parse(parked.all())
        .map((row) => ({ ...row, fact: JSON.parse(row.fact) })),
  };
};

export type FactQueue = ReturnType<typeof factQueue>;
