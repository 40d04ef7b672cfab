import type { Database } from '#lib/kernel/database.ts';
import { limits } from '#lib/kernel/limits.ts';
import type { Files } from '#lib/ports/files.ts';
import { queueFullError, type Sql, sqlCodes, SqlFailure } from '../sql.ts';
import type { SqlOrigin } from '../sql-failure.ts';
import {
  type InventoryOutcome,
  type QueryInventory,
  queryQueuedTooLongText,
  queryTimeoutText,
  queryTooLargeText,
  queryTooSlowText,
  type TenantQuery,
} from './inventory-query.schema.ts';
import { type LiveDeps, readLiveTables } from './live-tables.service.ts';
import {
  queriedIntegrations,
  type QueriedTables,
  readLastScans,
} from './queried-tables.service.ts';

export type QueryDeps = {
  db: Database;
  files: Pick<Files, 'get'>;
  sql: Sql;
  /** What live queries need to read accounts. */
  live: LiveDeps;
  /** How long (ms) the caller can wait; absent where callers in other processes set the limit. */
  maxWaitMs?: number;
  /** Whether a run is over, so that nobody waits for its query any more. */
  isOver?: (tenantId: string, botExcId: string) => Promise<boolean>;
  /** The interval (ms) at which that is checked. */
  pollMs?: number;
  /** How many queries of one organisation may wait while one runs; tests set another number. */
  maxWaiting?: number;
};

/** The largest size of the rows in bytes, set by what one function can pass to another. */
const maxResultBytes = 5 * 1024 * 1024;

/** The most `problems` in an answer. */
const maxProblems = 20;

const defaultPollMs = 2000;

const runEndedText = 'The run ended while its query was under way.';

/** Aborts when the run that makes the query is over; call `end` when the query is finished. */
const watchRun = ({ isOver, pollMs = defaultPollMs }: QueryDeps, query: TenantQuery) => {
  const controller = new AbortController();
  const { tenant_id, bot_exc_id } = query;
  if (!isOver || bot_exc_id === undefined)
    return { signal: controller.signal, end: () => undefined };
  const timer = setInterval(() => {
    // If this check fails, the next one will tell.
    isOver(tenant_id, bot_exc_id).then(
      (hasEnded) => hasEnded && controller.abort(),
      () => undefined,
    );
  }, pollMs);
  return { signal: controller.signal, end: () => clearInterval(timer) };
};

/** Aborts after `ms` milliseconds, or never if that is undefined. */
const abortAfter = (ms: number | undefined): AbortSignal =>
  ms === undefined ? new AbortController().signal : AbortSignal.timeout(ms);

/** The tables that the query reads, or why there are none. */
const findQueriedTables = async (
  deps: QueryDeps,
  query: TenantQuery,
  signal: AbortSignal,
): Promise<QueriedTables | { error: string }> => {
  const { tenant_id, mode, integration_ids } = query;
  if (mode === 'live' && !integration_ids?.length) {
    return { error: 'Choose the integrations that a live query reads.' };
  }
  const integrations = await queriedIntegrations(deps.db, tenant_id, query);
  if ('error' in integrations) return integrations;
  if (mode === 'live') return readLiveTables(deps.live, query, integrations, signal);
  return readLastScans(deps, query, integrations, integration_ids !== undefined);
};

const queueTimeoutError = { code: sqlCodes.busy, message: queryQueuedTooLongText };

/** The error for SQL that failed. */
const failureOf = async (error: SqlFailure, { mode }: TenantQuery): Promise<InventoryOutcome> => {
  const { failureText } = await import('../sql-failure.ts');
  const sqlOrigin: SqlOrigin = mode === 'live' ? 'live query' : 'query';
  const isBusy = error.code === sqlCodes.busy;
  return { error: failureText(error, sqlOrigin), ...(isBusy && { busy: true }) };
};

/** Returns one page of the rows. */
const pageOf = async (
  { sql }: QueryDeps,
  { tenant_id, sql: text, values, limit, page = 1 }: TenantQuery,
  { key, tables, problems, sources }: QueriedTables,
  signal: AbortSignal,
): Promise<InventoryOutcome> => {
  let isWaiting = true;
  const pending = sql.using(
    { tenant_id, rows: key },
    tables,
    (ask) => {
      isWaiting = false;
      return ask(text, { values, rows: limit, skip: (page - 1) * limit });
    },
    { signal },
  );
  const { columns, rows, truncated } = await pending.catch((error: unknown) => {
    throw signal.aborted && isWaiting ? new SqlFailure(queueTimeoutError) : error;
  });
  if (Buffer.byteLength(JSON.stringify(rows)) > maxResultBytes) return { error: queryTooLargeText };
  const next = truncated ? { next_page: page + 1 } : {};
  const count = rows.length;
  const completeness = { partial: problems.length > 0, problems: problems.slice(0, maxProblems) };
  return { columns, rows, count, truncated, ...next, ...completeness, sources };
};

/**
 * Counts the current queries of each organisation. At its limit, a further query is rejected before
 * anything is read for it: preparing a thousand queries, only to reject them, would take seconds
 * during which everybody waits.
 */
const createQueryLimiter = (maxWaiting: number) => {
  const counts = new Map<string, number>();
  return {
    /** Returns false if the organisation is at its limit. */
    enter: (tenantId: string): boolean => {
      const count = counts.get(tenantId) ?? 0;
      if (count > maxWaiting) return false;
      counts.set(tenantId, count + 1);
      return true;
    },
    leave: (tenantId: string): void => {
      const count = (counts.get(tenantId) ?? 0) - 1;
      if (count > 0) counts.set(tenantId, count);
      else counts.delete(tenantId);
    },
  };
};

type AbortSignals = { runEnded: AbortSignal; tooSlow: AbortSignal; timeout: AbortSignal };

/** The error of a query that failed as expected; defects are thrown again. */
const outcomeOf = async (
  error: unknown,
  query: TenantQuery,
  signals: AbortSignals,
): Promise<InventoryOutcome> => {
  if (signals.runEnded.aborted) return { error: runEndedText };
  if (error instanceof SqlFailure) return await failureOf(error, query);
  if (signals.timeout.aborted) return { error: queryTimeoutText(query.within_ms ?? 0) };
  if (signals.tooSlow.aborted) return { error: queryTooSlowText };
  throw error;
};

const answerQuery = async (deps: QueryDeps, query: TenantQuery): Promise<InventoryOutcome> => {
  const tooSlow = abortAfter(deps.maxWaitMs);
  const timeout = abortAfter(query.within_ms);
  const { signal: runEnded, end } = watchRun(deps, query);
  const signal = AbortSignal.any([runEnded, tooSlow, timeout]);
  try {
    const queried = await findQueriedTables(deps, query, signal);
    return 'error' in queried ? queried : await pageOf(deps, query, queried, signal);
  } catch (error) {
    return await outcomeOf(error, query, { runEnded, tooSlow, timeout });
  } finally {
    end();
  }
};

/**
 * Runs SQL of users over what the last scans of an organisation's integrations collected, or over
 * their current state.
 */
export const queryInventory = (deps: QueryDeps): QueryInventory => {
  const { maxWaiting = limits.sqlWaiting } = deps;
  const limiter = createQueryLimiter(maxWaiting);
  return async (query) => {
    if (!limiter.enter(query.tenant_id)) return await failureOf(queueFullError(maxWaiting), query);
    try {
      return await answerQuery(deps, query);
    } finally {
      limiter.leave(query.tenant_id);
    }
  };
};
