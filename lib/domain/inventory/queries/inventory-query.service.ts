import type { Database } from '#lib/kernel/database.ts';
import { limits } from '#lib/kernel/limits.ts';
import type { Files } from '#lib/ports/files.ts';
import { type Sql, SqlFailure, sqlCodes, tooManyWait } from '../sql.ts';
import type { Asker } from '../sql-failure.ts';
import {
  type AskedQuery,
  type InventoryOutcome,
  type QueryInventory,
  queryPassedTimeout,
  queryTookTooLong,
  queryTooLarge,
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
  /** Queries of one organisation that wait, besides one that runs; other than usual in tests. */
  waiting?: number;
};

/** Bytes of the rows: a node's result that one function hands to another. */
const mostBytes = 5 * 1024 * 1024;

/** Sentences that an answer says of what it lacks. */
const mostProblems = 20;

const usualLook = 2000;

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
const failureOf = async (
  error: SqlFailure,
  { mode }: AskedQuery,
): Promise<InventoryOutcome> => {
  const { failureText } = await import('../sql-failure.ts');
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
  if (Buffer.byteLength(JSON.stringify(rows)) > mostBytes) return { error: queryTooLarge };
  const next = truncated ? { next_page: page + 1 } : {};
  const count = rows.length;
  const whole = { partial: problems.length > 0, problems: problems.slice(0, mostProblems) };
  return { columns, rows, count, truncated, ...next, ...whole, sources };
};

/**
 * Counts the queries that organisations have under way. Where one has as many as may wait, another
 * is refused before anything is read for it: to read what each of a thousand is about, only to
 * refuse it, takes seconds of everybody's time.
 */
const openDoor = (waiting: number) => {
  const inside = new Map<string, number>();
  return {
    /** False where there is no room. */
    enter: (who: string): boolean => {
      const count = inside.get(who) ?? 0;
      if (count > waiting) return false;
      inside.set(who, count + 1);
      return true;
    },
    leave: (who: string): void => {
      const count = (inside.get(who) ?? 0) - 1;
      if (count > 0) inside.set(who, count);
      else inside.delete(who);
    },
  };
};

type Waits = { over: AbortSignal; late: AbortSignal; timeout: AbortSignal };

/** Why a query has no answer, where that is no defect. */
const outcomeOf = async (
  error: unknown,
  asked: AskedQuery,
  waits: Waits,
): Promise<InventoryOutcome> => {
  if (waits.over.aborted) return { error: runEnded };
  if (error instanceof SqlFailure) return await failureOf(error, asked);
  if (waits.timeout.aborted) return { error: queryPassedTimeout(asked.within_ms ?? 0) };
  if (waits.late.aborted) return { error: queryTookTooLong };
  throw error;
};

const answerTo = async (deps: QueryDeps, asked: AskedQuery): Promise<InventoryOutcome> => {
  const late = after(deps.patience);
  const timeout = after(asked.within_ms);
  const { signal: over, end } = watchRun(deps, asked);
  const signal = AbortSignal.any([over, late, timeout]);
  try {
    const queried = await queriedFor(deps, asked, signal);
    return 'error' in queried ? queried : await pageOf(deps, asked, queried, signal);
  } catch (error) {
    return await outcomeOf(error, asked, { over, late, timeout });
  } finally {
    end();
  }
};

/**
 * Runs SQL of people over what the last scans of an organisation's integrations collected, or over
 * what these have at this moment.
 */
export const queryInventory = (deps: QueryDeps): QueryInventory => {
  const { waiting = limits.sqlWaiting } = deps;
  const door = openDoor(waiting);
  return async (asked) => {
    if (!door.enter(asked.tenant_id)) return await failureOf(tooManyWait(waiting), asked);
    try {
      return await answerTo(deps, asked);
    } finally {
      door.leave(asked.tenant_id);
    }
  };
};
