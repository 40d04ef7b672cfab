import { randomUUID } from 'node:crypto';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import { limits } from '#lib/kernel/limits.ts';
import { CannotCollect, type Collector } from '#lib/ports/collector.ts';
import type { Integration } from '../../integrations/integration.schema.ts';
import { nobodyReads } from '../scans/collector.rules.ts';
import { mostLive } from './inventory-query.schema.ts';
import type { Queried } from './queried.service.ts';
import { tablesNamed } from './tables-named.rules.ts';

type Most = { time: number; text: number };

export type LiveDeps = {
  clock: Clock;
  /** Returns the collector of an integration, as for scans. */
  collectorFor: (integration: Integration) => Collector | undefined;
  /** Limits of one query; tests set others. */
  most?: Most;
};

/** One table of one account, with its rows as lines of JSON. */
type Part = { source: Source; table: string; lines: string[] };
type Source = { integration: Integration; collector: Collector; problems: Set<string> };

/** Why an account cannot be read live, as a sentence for the author of the query. */
class CannotReadLive extends Error {}

const instead = 'Query the last scan instead, or fewer integrations.';

const tooMuch = ({ text }: Most): string =>
  `The tables of this query hold more than ${Math.round(text / 1024 ** 2)} MB. ${instead}`;

const tooLate = (parts: readonly Part[], { time }: Most): string => {
  const tables = [...new Set(parts.map(({ table }) => table))].join(', ');
  return `Reading ${tables} live took longer than ${time / 1000} seconds. ${instead}`;
};

/** The tables that a query names and that the collector of the account can read. */
const partsOf = async ({ collectorFor }: LiveDeps, sql: string, integration: Integration) => {
  const collector = collectorFor(integration);
  if (!collector) throw new CannotReadLive(nobodyReads(integration));
  const source: Source = { integration, collector, problems: new Set() };
  const tables = tablesNamed(sql, await collector.tables(integration));
  return { source, parts: tables.map((table): Part => ({ source, table, lines: [] })) };
};

/** Counts the characters of all parts together, and throws above the limit. */
const bounded = (most: Most) => {
  let size = 0;
  return {
    add(length: number): void {
      size += length;
      if (size > most.text) throw new CannotReadLive(tooMuch(most));
    },
    remove(lines: readonly string[]): void {
      for (const { length } of lines) size -= length;
    },
  };
};

const readPart = async (
  { source, table, lines }: Part,
  bound: ReturnType<typeof bounded>,
  signal: AbortSignal,
): Promise<void> => {
  const { integration, collector, problems } = source;
  const again = () => {
    bound.remove(lines);
    lines.length = 0;
  };
  const problem = (sentence: string) =>
    void problems.add(`"${integration.alias}", ${table}: ${sentence}`);
  const closed = () => undefined;
  const asked = { integration, table, signal, again, problem, closed };
  for await (const rows of collector.rows(asked)) {
    signal.throwIfAborted();
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    if (text === '') continue;
    bound.add(text.length);
    lines.push(text);
  }
  // On an abort, the rows end without an error.
  signal.throwIfAborted();
};

const named = (error: unknown, { source, table }: Part): unknown =>
  error instanceof CannotCollect
    ? new CannotReadLive(`"${source.integration.alias}", ${table}: ${error.message}`)
    : error;

/** Reads all parts, several in parallel; the first failure aborts the others. */
const readAll = async (
  parts: readonly Part[],
  most: Most,
  signal: AbortSignal,
): Promise<void> => {
  const failed = new AbortController();
  const late = AbortSignal.timeout(most.time);
  const any = AbortSignal.any([signal, failed.signal, late]);
  const bound = bounded(most);
  const waiting = [...parts];
  const worker = async (): Promise<void> => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      try {
        await readPart(part, bound, any);
      } catch (error) {
        // Only the first failure is reported; it aborts the other parts.
        const why = any.aborted ? any.reason : named(error, part);
        failed.abort(why);
        throw why;
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: limits.tablesAtOnce }, worker));
  } catch (error) {
    if (late.aborted && !signal.aborted) throw new CannotReadLive(tooLate(parts, most));
    throw error;
  }
};

/** The tables by name; a table that several accounts have contains the rows of all of them. */
const tablesOf = (parts: readonly Part[]): Queried['tables'] => {
  const byTable = Map.groupBy(parts, ({ table }) => table);
  return Object.fromEntries(
    [...byTable].map(([table, some]) => [
      table,
      async function* texts() {
        for (const { lines } of some) yield* lines;
      },
    ]),
  );
};

/** Problems for the tables that other accounts have, but that cannot be read for this one. */
const unread = (
  { integration }: Source,
  own: readonly Part[],
  all: readonly Part[],
): string[] => {
  const names = new Set(all.map(({ table }) => table));
  for (const { table } of own) names.delete(table);
  return [...names].map((table) => `"${integration.alias}", ${table}: No collector reads it.`);
};

const readLive = async (
  deps: LiveDeps,
  { sql }: { sql: string },
  integrations: readonly Integration[],
  signal: AbortSignal,
): Promise<Queried> => {
  const collected_at = isoTime(deps.clock());
  const all = await Promise.all(integrations.map((one) => partsOf(deps, sql, one)));
  const parts = all.flatMap(({ parts: some }) => some);
  await readAll(parts, deps.most ?? limits.liveQuery, signal);
  return {
    key: `live/${randomUUID()}`,
    tables: tablesOf(parts),
    problems: all.flatMap(({ source, parts: own }) => [
      ...source.problems,
      ...unread(source, own, parts),
    ]),
    sources: all.map(({ source: { integration } }) => ({
      integration_id: integration._id,
      alias: integration.alias,
      collected_at,
    })),
  };
};

/**
 * The current contents of the tables that a query names, read by the collectors of scans. Only
 * known table names are passed to them: the SQL itself runs in this process, because a Steampipe
 * service has connections to the accounts of every organisation.
 */
export const liveTables = async (
  deps: LiveDeps,
  query: { sql: string },
  integrations: readonly Integration[],
  signal: AbortSignal,
): Promise<Queried | { error: string }> => {
  if (integrations.length > mostLive) {
    return { error: `A live query reads up to ${mostLive} integrations. Choose fewer.` };
  }
  try {
    return await readLive(deps, query, integrations, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof CannotReadLive || error instanceof CannotCollect) {
      return { error: `The live query could not read its data. ${error.message}` };
    }
    throw error;
  }
};
