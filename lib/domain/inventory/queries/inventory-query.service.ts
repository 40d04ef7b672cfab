import type { Database } from '#lib/kernel/database.ts';
import type { Files } from '#lib/ports/files.ts';
import { type Sql, SqlFailure, sqlCodes } from '../sql.ts';
import { type Asker, failureText } from '../sql-failure.rules.ts';
import {
  type AskedQuery,
  type InventoryOutcome,
  type QueryInventory,
  queryPassedTimeout,
  queryTookTooLong,
  queryWaited,
} from './inventory-query.schema.ts';
import { type LiveDeps, liveTables } from './live.service.ts';
import { lastScans, type Queried, queriedIntegrations } from './queried.service.ts';

export type QueryDeps = {
  db: Database;
  files: Pick<Files, 'get'>;
  sql: Sql;
  /** How accounts are read as they are. */
  live: LiveDeps;
  /** Milliseconds that whoever asks can wait; no end where nobody asks from this process. */
  patience?: number;
  /** Whether a run is over, so that nobody waits for its query any more. */
  isOver?: (tenantId: string, botExcId: string) => Promise<boolean>;
  /** How often that is looked at (ms). */
  look?: number;
};

/** Bytes of the rows: a node's result that one function hands to another. */
const mostBytes = 5 * 1024 * 1024;

/** Sentences that an answer says of what it lacks. */
const mostProblems = 20;

const usualLook = 2000;

const tooLong = 'The query answers more than 5 MB. Select fewer columns, or lower its limit.';

const runEnded = 'The run ended while its query was under way.';

/** Aborts once the run that asks is over; call `end` when the query is. */
const watchRun = ({ isOver, look = usualLook }: QueryDeps, asked: AskedQuery) => {
  const over = new AbortController();
  const { tenant_id, bot_exc_id } = asked;
  if (!isOver || bot_exc_id === undefined) return { signal: over.signal, end: () => undefined };
  const timer = setInterval(() => {
    // Where it cannot be looked at, the next look tells.
    isOver(tenant_id, bot_exc_id).then((is) => is && over.abort(), () => undefined);
  }, look);
  return { signal: over.signal, end: () => clearInterval(timer) };
};

/** Aborts after so long; never where nothing bounds it. */
const after = (ms: number | undefined): AbortSignal =>
  ms === undefined ? new AbortController().signal : AbortSignal.timeout(ms);

/** What the query is asked over. */
const queriedFor = async (
  deps: QueryDeps,
  asked: AskedQuery,
  signal: AbortSignal,
): Promise<Queried | { error: string }> => {
  const { tenant_id, mode, integration_ids } = asked;
  if (mode === 'live' && !integration_ids?.length) {
    return { error: 'Choose the integrations that a live query reads.' };
  }
  const integrations = await queriedIntegrations(deps.db, tenant_id, asked);
  if ('error' in integrations) return integrations;
  if (mode === 'live') return liveTables(deps.live, asked, integrations, signal);
  return lastScans(deps, asked, integrations, integration_ids !== undefined);
};

const waited = { code: sqlCodes.busy, message: queryWaited };

/** Why SQL has no answer. */
const failureOf = (error: SqlFailure, { mode }: AskedQuery): InventoryOutcome => {
  const asker: Asker = mode === 'live' ? 'live query' : 'query';
  const isBusy = error.code === sqlCodes.busy;
  return { error: failureText(error, asker), ...(isBusy && { busy: true }) };
};

/** One page of the rows. */
const pageOf = async (
  { sql }: QueryDeps,
  { tenant_id, sql: text, values, limit, page = 1 }: AskedQuery,
  { key, tables, problems, sources }: Queried,
  signal: AbortSignal,
): Promise<InventoryOutcome> => {
  let isWaiting = true;
  const asking = sql.using(
    { tenant_id, rows: key },
    tables,
    (ask) => {
      isWaiting = false;
      return ask(text, { values, rows: limit, skip: (page - 1) * limit });
    },
    { signal },
  );
  const { columns, rows, truncated } = await asking.catch((error: unknown) => {
    throw signal.aborted && isWaiting ? new SqlFailure(waited) : error;
  });
  if (Buffer.byteLength(JSON.stringify(rows)) > mostBytes) return { error: tooLong };
  const next = truncated ? { next_page: page + 1 } : {};
  const count = rows.length;
  const whole = { partial: problems.length > 0, problems: problems.slice(0, mostProblems) };
  return { columns, rows, count, truncated, ...next, ...whole, sources };
};

/**
 * Runs SQL of people over what the last scans of an organisation's integrations collected, or over
 * what these have at this moment.
 */
export const queryInventory =
  (deps: QueryDeps): QueryInventory =>
  async (asked) => {
    const late = after(deps.patience);
    const timeout = after(asked.within_ms);
    const { signal: over, end } = watchRun(deps, asked);
    const signal = AbortSignal.any([over, late, timeout]);
    try {
      const queried = await queriedFor(deps, asked, signal);
      return 'error' in queried ? queried : await pageOf(deps, asked, queried, signal);
    } catch (error) {
      if (over.aborted) return { error: runEnded };
      if (error instanceof SqlFailure) return failureOf(error, asked);
      if (timeout.aborted) return { error: queryPassedTimeout(asked.within_ms ?? 0) };
      if (late.aborted) return { error: queryTookTooLong };
      throw error;
    } finally {
      end();
    }
  };
