import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import type { Fact } from '#lib/ports/bus.ts';

/**
 * `due` is 0 for a fact not tried yet, the time (ms) of the next try, or null for a parked fact.
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
  CREATE INDEX IF NOT EXISTS bus_facts_parked ON bus_facts (id) WHERE due IS NULL`;

const queuedRow = z.object({
  id: z.number(),
  fact: z.string(),
  tries: z.number(),
  due: z.number(),
});
const parkedRow = queuedRow.extend({ due: z.null(), cause: z.string(), parked_at: z.number() });

/** A fact in the queue with the number of its failed tries and the time (ms) when it is due. */
export type QueuedFact = { id: number; fact: Fact; tries: number; due: number };

/** A fact that was given up: why, and when (ms). */
export type ParkedFact = {
  id: number;
  fact: Fact;
  tries: number;
  cause: string;
  parked_at: number;
};

const withFact = <Row extends { fact: string }>(row: Row) => ({
  ...row,
  fact: JSON.parse(row.fact) as Fact,
});

/**
 * The durable copy of the queue: facts to deliver are in memory, and here for the next process.
 * Each statement runs in its caller's transaction, or in one of its own.
 */
export const factQueue = (database: DatabaseSync) => {
  database.exec(table);
  const add = database.prepare('INSERT INTO bus_facts (fact) VALUES (?)');
  const remove = database.prepare('DELETE FROM bus_facts WHERE id = ?');
  const postpone = database.prepare('UPDATE bus_facts SET tries = ?, due = ? WHERE id = ?');
  const park = database.prepare(
    'UPDATE bus_facts SET tries = ?, due = NULL, cause = ?, parked_at = ? WHERE id = ?',
  );
  const replay = database.prepare(
    `UPDATE bus_facts SET tries = 0, due = 0 WHERE id = ? AND due IS NULL
     RETURNING id, fact, tries, due`,
  );
  const pending = database.prepare(
    'SELECT id, fact, tries, due FROM bus_facts WHERE due IS NOT NULL ORDER BY id',
  );
  const parked = database.prepare(
    `SELECT id, fact, tries, due, cause, parked_at FROM bus_facts
     WHERE due IS NULL ORDER BY id`,
  );

  return {
    add: (fact: Fact): QueuedFact => {
      const { lastInsertRowid } = add.run(JSON.stringify(fact));
      return { id: Number(lastInsertRowid), fact, tries: 0, due: 0 };
    },
    remove: (id: number) => remove.run(id),
    postpone: (id: number, tries: number, due: number) => postpone.run(tries, due, id),
    park: (id: number, tries: number, cause: string, at: number) => park.run(tries, cause, at, id),

    /** Moves a parked fact back into the queue; undefined if it is not parked. */
    replay: (id: number): QueuedFact | undefined => {
      const row = replay.get(id);
      return row && withFact(queuedRow.parse(row));
    },

    /** All facts that an earlier process left undelivered, oldest first. */
    pending: (): QueuedFact[] => z.array(queuedRow).parse(pending.all()).map(withFact),

    parked: (): ParkedFact[] =>
      z
        .array(parkedRow)
        .parse(parked.all())
        .map(({ due: _due, ...row }) => withFact(row)),
  };
};

export type FactQueue = ReturnType<typeof factQueue>;
