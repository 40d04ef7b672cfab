import { tablesReadBy } from '#lib/domain/compliance/rule-sql.rules.ts';
import type { RunSql, Sql, SqlTables } from '#lib/domain/inventory/sql.ts';
import { tableColumns, tableDefinition } from '#lib/domain/inventory/table-columns.ts';
import type { ThreadRequest } from '#lib/engine/sql/messages.ts';
import { startThread } from '#lib/engine/sql/thread.ts';
import { limits } from '#lib/kernel/limits.ts';
import { testSqlOptions } from './sql.ts';

const minute = 60_000;

/** Runs tasks one after the other. */
const createTaskQueue = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(task: () => Promise<T>): Promise<T> => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
};

/**
 * The Postgres of the rules, in one thread for all scans of a test. It only drops the tables of a
 * scan, where `openSql` ends the whole thread, which takes seconds each. For tests of what is made
 * of the answers, in which no query reads a row.
 */
export const openSharedSql = (): Sql & { close: () => Promise<void> } => {
  const thread = startThread(testSqlOptions());
  const say = (request: ThreadRequest) => thread.ask(request, minute);
  const queued = createTaskQueue();
  let currentKey = '';
  const loaded = new Set<string>();

  const hold = async (key: string): Promise<void> => {
    if (currentKey === key) return;
    for (const table of loaded) await say({ kind: 'drop', table });
    loaded.clear();
    currentKey = key;
  };

  const load = async (tables: SqlTables, sql: string): Promise<void> => {
    for (const table of tablesReadBy(sql, Object.keys(tables))) {
      const rows = Object.hasOwn(tables, table) ? tables[table] : undefined;
      if (!rows || loaded.has(table)) continue;
      await say({ kind: 'make', table, definition: tableDefinition(table) });
      loaded.add(table);
      for await (const lines of rows()) {
        if (lines !== '')
          await say({ kind: 'fill', table, columns: tableColumns(table) ?? {}, lines });
      }
    }
  };

  return {
    using: ({ tenant_id, rows }, tables, work, { signal } = {}) => {
      const ask: RunSql = (sql, options = {}) =>
        queued(async () => {
          signal?.throwIfAborted();
          await hold(`${tenant_id}/${rows}`);
          await load(tables, sql);
          const maxLength = limits.sql.answer;
          const answer = await say({ kind: 'query', sql, options, most: maxLength });
          if (!('json' in answer)) throw new Error('A query has no rows.');
          const { columns, json, truncated } = answer;
          return { columns, rows: JSON.parse(json), truncated };
        });
      return work(ask);
    },
    close: () => thread.end(),
  };
};
