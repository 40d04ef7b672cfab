import type { Database } from '#lib/kernel/database.ts';
import type { Files } from '#lib/ports/files.ts';
import { integrationStore } from '../../integrations/integration.store.ts';
import { readTexts } from '../snapshots/rows.service.ts';
import type { Snapshot, SnapshotContents } from '../snapshots/snapshot.schema.ts';
import { snapshotStore } from '../snapshots/snapshot.store.ts';
import { type Sql, SqlFailure, sqlCodes, type SqlTables } from '../sql.ts';
import { failureText } from '../sql-failure.rules.ts';
import {
  type InventoryQuery,
  type QueryInventory,
  queryTookTooLong,
} from './inventory-query.schema.ts';

export type QueryDeps = {
  db: Database;
  files: Pick<Files, 'get'>;
  sql: Sql;
  /** Milliseconds that whoever asks can wait; no end where nobody asks from this process. */
  patience?: number;
};

/** An integration, and what its last scan collected; nothing where it was never scanned. */
type Source = { integration_id: string; alias: string; latest?: SnapshotContents | undefined };

/** Bytes of the rows: a node's result that one function hands to another. */
const mostBytes = 5 * 1024 * 1024;

const sourcesOf = async (
  db: Database,
  tenantId: string,
  { integration_type, integration_ids }: InventoryQuery,
): Promise<Source[]> => {
  const snapshots = new Map<string, Snapshot>();
  for await (const one of snapshotStore(db, tenantId).all()) snapshots.set(one._id, one);
  const sources: Source[] = [];
  for await (const { _id, alias, cspName } of integrationStore(db, tenantId).all()) {
    const isMeant = !integration_ids || integration_ids.includes(_id);
    if (cspName !== integration_type || !isMeant) continue;
    sources.push({ integration_id: _id, alias, latest: snapshots.get(_id)?.latest });
  }
  return sources;
};

/** Why nothing can be asked; undefined where it can. Named integrations must all be there. */
const cannotQuery = (
  sources: readonly Source[],
  named: InventoryQuery['integration_ids'],
): string | undefined => {
  if (named && new Set(named).size > sources.length) {
    return 'An integration of this query was deleted. Choose others.';
  }
  const [first] = sources;
  if (!first) return 'There is no integration of this type yet. Add one, and scan it.';
  const unscanned = sources.find(({ latest }) => !latest);
  const isMissing = named ? unscanned : sources.every(({ latest }) => !latest);
  if (!isMissing) return undefined;
  const { alias } = unscanned ?? first;
  return `"${alias}" has not been scanned yet. Scan it in Inventory, then try again.`;
};

type Scanned = Source & { latest: SnapshotContents };
const isScanned = (source: Source): source is Scanned => source.latest !== undefined;

const unreadable = (table: string, alias: string, problem = ''): SqlFailure =>
  new SqlFailure({
    code: sqlCodes.notCollected,
    message: `The last scan of "${alias}" could not read the table ${table}. ${problem}`.trimEnd(),
  });

/** The rows of a table at all sources, one after the other; a part of them would mislead. */
const tablesOf = (
  files: Pick<Files, 'get'>,
  tenant_id: string,
  sources: readonly Scanned[],
): SqlTables => {
  async function* rowsOf(table: string) {
    for (const { integration_id, alias, latest } of sources) {
      const contents = latest.tables[table];
      if (!contents) continue;
      const { state, problems, chunks, ...at } = contents;
      if (state === 'failed') throw unreadable(table, alias, problems[0]);
      yield* readTexts(files, { ...at, tenant_id, integration_id, table }, chunks);
    }
  }
  const names = new Set(sources.flatMap(({ latest }) => Object.keys(latest.tables)));
  return Object.fromEntries([...names].map((table) => [table, () => rowsOf(table)]));
};

const tooLong = 'The query answers more than 5 MB. Select fewer columns, or lower its limit.';

/** Runs SQL of people over what the last scans of an organisation's integrations collected. */
export const queryInventory =
  ({ db, files, sql, patience }: QueryDeps): QueryInventory =>
  async ({ tenant_id, ...query }) => {
    const sources = await sourcesOf(db, tenant_id, query);
    const problem = cannotQuery(sources, query.integration_ids);
    if (problem !== undefined) return { error: problem };
    const scanned = sources.filter(isScanned);
    const scans = scanned.map(({ latest }) => latest.scan_id).sort();
    const tables = tablesOf(files, tenant_id, scanned);
    const signal = patience === undefined ? undefined : AbortSignal.timeout(patience);
    try {
      const { columns, rows, truncated } = await sql.using(
        `${tenant_id}/query/${scans.join(',')}`,
        tables,
        (ask) => ask(query.sql, { values: query.values, rows: query.limit }),
        signal && { signal },
      );
      if (Buffer.byteLength(JSON.stringify(rows)) > mostBytes) return { error: tooLong };
      const count = rows.length;
      return { columns, rows, count, truncated, sources: scanned.map(sourceOf) };
    } catch (error) {
      if (signal?.aborted) return { error: queryTookTooLong };
      if (error instanceof SqlFailure) return { error: failureText(error, 'query') };
      throw error;
    }
  };

const sourceOf = ({ integration_id, alias, latest }: Scanned) => ({
  integration_id,
  alias,
  collected_at: latest.collected_at,
});
