import { randomUUID } from 'node:crypto';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import { limits } from '#lib/kernel/limits.ts';
import { CannotCollect, type Collector } from '#lib/ports/collector.ts';
import type { Integration } from '../../integrations/integration.schema.ts';
import { noCollectorText } from '../scans/collector.rules.ts';
import { maxLiveIntegrations } from './inventory-query.schema.ts';
import type { QueriedTables } from './queried-tables.service.ts';
import { tablesNamed } from './tables-named.rules.ts';

type LiveLimits = { time: number; text: number };

export type LiveDeps = {
  clock: Clock;
  /** Returns the collector of an integration, as for scans. */
  collectorFor: (integration: Integration) => Collector | undefined;
  /** Limits of one query; tests set others. */
  liveLimits?: LiveLimits;
};

/** One table of one account, with its rows as lines of JSON. */
type Part = { source: Source; table: string; lines: string[] };
type Source = { integration: Integration; collector: Collector; problems: Set<string> };

/** Why an account cannot be read live, as a sentence for the author of the query. */
class CannotReadLive extends Error {}

const lastScanAdvice = 'Query the last scan instead, or fewer integrations.';

const tooLargeMessage = ({ text }: LiveLimits): string =>
  `The tables of this query hold more than ${Math.round(text / 1024 ** 2)} MB. ${lastScanAdvice}`;

const timeoutMessage = (parts: readonly Part[], { time }: LiveLimits): string => {
  const tables = [...new Set(parts.map(({ table }) => table))].join(', ');
  return `Reading ${tables} live took longer than ${time / 1000} seconds. ${lastScanAdvice}`;
};

/** The tables that a query names and that the collector of the account can read. */
const partsOf = async ({ collectorFor }: LiveDeps, sql: string, integration: Integration) => {
  const collector = collectorFor(integration);
  if (!collector) throw new CannotReadLive(noCollectorText(integration));
  const source: Source = { integration, collector, problems: new Set() };
  const tables = tablesNamed(sql, await collector.tables(integration));
  return { source, parts: tables.map((table): Part => ({ source, table, lines: [] })) };
};

/** Counts the characters of all parts together, and throws above the limit. */
const createSizeLimit = (liveLimits: LiveLimits) => {
  let size = 0;
  return {
    add(length: number): void {
      size += length;
      if (size > liveLimits.text) throw new CannotReadLive(tooLargeMessage(liveLimits));
    },
    remove(lines: readonly string[]): void {
      for (const { length } of lines) size -= length;
    },
  };
};

const readPart = async (
  { source, table, lines }: Part,
  bound: ReturnType<typeof createSizeLimit>,
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
  const request = { integration, table, signal, again, problem, closed };
  for await (const rows of collector.rows(request)) {
    signal.throwIfAborted();
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    if (text === '') continue;
    bound.add(text.length);
    lines.push(text);
  }
  // On an abort, the rows end without an error.
  signal.throwIfAborted();
};

const withSourceName = (error: unknown, { source, table }: Part): unknown =>
  error instanceof CannotCollect
    ? new CannotReadLive(`"${source.integration.alias}", ${table}: ${error.message}`)
    : error;

/** Reads all parts, several in parallel; the first failure aborts the others. */
const readAll = async (
  parts: readonly Part[],
  liveLimits: LiveLimits,
  signal: AbortSignal,
): Promise<void> => {
  const failed = new AbortController();
  const timeout = AbortSignal.timeout(liveLimits.time);
  const anySignal = AbortSignal.any([signal, failed.signal, timeout]);
  const bound = createSizeLimit(liveLimits);
  const waiting = [...parts];
  const worker = async (): Promise<void> => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      try {
        await readPart(part, bound, anySignal);
      } catch (error) {
        // Only the first failure is reported; it aborts the other parts.
        const reason = anySignal.aborted ? anySignal.reason : withSourceName(error, part);
        failed.abort(reason);
        throw reason;
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: limits.tablesAtOnce }, worker));
  } catch (error) {
    if (timeout.aborted && !signal.aborted)
      throw new CannotReadLive(timeoutMessage(parts, liveLimits));
    throw error;
  }
};

/** The tables by name; a table that several accounts have contains the rows of all of them. */
const tablesOf = (parts: readonly Part[]): QueriedTables['tables'] => {
  const byTable = Map.groupBy(parts, ({ table }) => table);
  return Object.fromEntries(
    [...byTable].map(([table, tableParts]) => [
      table,
      async function* texts() {
        for (const { lines } of tableParts) yield* lines;
      },
    ]),
  );
};

/** Problems for the tables that other accounts have, but that cannot be read for this one. */
const unreadTableProblems = (
  { integration }: Source,
  sourceParts: readonly Part[],
  all: readonly Part[],
): string[] => {
  const names = new Set(all.map(({ table }) => table));
  for (const { table } of sourceParts) names.delete(table);
  return [...names].map((table) => `"${integration.alias}", ${table}: No collector reads it.`);
};

const readLive = async (
  deps: LiveDeps,
  { sql }: { sql: string },
  integrations: readonly Integration[],
  signal: AbortSignal,
): Promise<QueriedTables> => {
  const collected_at = isoTime(deps.clock());
  const all = await Promise.all(integrations.map((one) => partsOf(deps, sql, one)));
  const parts = all.flatMap(({ parts: sourceParts }) => sourceParts);
  await readAll(parts, deps.liveLimits ?? limits.liveQuery, signal);
  return {
    key: `live/${randomUUID()}`,
    tables: tablesOf(parts),
    problems: all.flatMap(({ source, parts: sourceParts }) => [
      ...source.problems,
      ...unreadTableProblems(source, sourceParts, parts),
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
export const readLiveTables = async (
  deps: LiveDeps,
  query: { sql: string },
  integrations: readonly Integration[],
  signal: AbortSignal,
): Promise<QueriedTables | { error: string }> => {
  if (integrations.length > maxLiveIntegrations) {
    return { error: `A live query reads up to ${maxLiveIntegrations} integrations. Choose fewer.` };
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
