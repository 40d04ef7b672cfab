import type { Database } from '#lib/kernel/database.ts';
import type { Files } from '#lib/ports/files.ts';
import type { Integration } from '../../integrations/integration.schema.ts';
import { integrationStore } from '../../integrations/integration.store.ts';
import { readTexts } from '../snapshots/rows.service.ts';
import { isUnread } from '../snapshots/snapshot.rules.ts';
import type { SnapshotContents } from '../snapshots/snapshot.schema.ts';
import { snapshotStore } from '../snapshots/snapshot.store.ts';
import { sqlCodes, SqlFailure, type SqlTables } from '../sql.ts';
import type { InventoryAnswer, InventoryQuery } from './inventory-query.schema.ts';
import { tablesNamed } from './tables-named.rules.ts';

/** The tables that a query reads, and their sources. `key` identifies exactly these rows. */
export type QueriedTables = {
  key: string;
  tables: SqlTables;
  /** What could not be read, for people. */
  problems: string[];
  sources: InventoryAnswer['sources'];
};

type QueryScope = Pick<InventoryQuery, 'integration_type' | 'integration_ids'>;

/** The integrations that a query is about, or why there are none. All named ones must exist. */
export const queriedIntegrations = async (
  db: Database,
  tenantId: string,
  { integration_type, integration_ids }: QueryScope,
): Promise<Integration[] | { error: string }> => {
  const found: Integration[] = [];
  for await (const one of integrationStore(db, tenantId).all()) {
    const isInScope = !integration_ids || integration_ids.includes(one._id);
    if (one.cspName === integration_type && isInScope) found.push(one);
  }
  if (integration_ids && new Set(integration_ids).size > found.length) {
    return { error: 'An integration of this query was deleted. Choose others.' };
  }
  if (found.length > 0) return found;
  return { error: 'There is no integration of this type yet. Add one, and scan it.' };
};

type Scanned = { integration_id: string; alias: string; latest: SnapshotContents };

const unreadableTableError = (table: string, alias: string, problem = ''): SqlFailure =>
  new SqlFailure({
    code: sqlCodes.notCollected,
    message: `The last scan of "${alias}" could not read the table ${table}. ${problem}`.trimEnd(),
  });

/**
 * The rows of each table from all sources. A source whose table could not be read is skipped and
 * reported, if others have the table; with `requiresAll`, every source must have it.
 */
const tablesOf = (
  files: Pick<Files, 'get'>,
  tenant_id: string,
  { sources, requiresAll }: { sources: readonly Scanned[]; requiresAll: boolean },
): SqlTables => {
  async function* rowsOf(table: string) {
    const all = sources.flatMap(({ latest, ...source }) => {
      const contents = latest.tables[table];
      return contents ? [{ ...source, contents, isLost: isUnread(latest, contents) }] : [];
    });
    const lost = all.find(({ isLost }) => isLost);
    if (lost && (requiresAll || all.every(({ isLost }) => isLost))) {
      throw unreadableTableError(table, lost.alias, lost.contents.problems[0]);
    }
    for (const { integration_id, contents, isLost } of all) {
      const { chunks, ...at } = contents;
      if (!isLost) yield* readTexts(files, { ...at, tenant_id, integration_id, table }, chunks);
    }
  }
  const names = new Set(sources.flatMap(({ latest }) => Object.keys(latest.tables)));
  return Object.fromEntries([...names].map((table) => [table, () => rowsOf(table)]));
};

const unscannedText = (alias: string): string =>
  `"${alias}" has not been scanned yet. Scan it in Inventory, then try again.`;

/** What the last scans could not read of the tables that a query names. */
const problemsOf = (sql: string, sources: readonly Scanned[]): string[] => {
  const scannedTables = new Set(sources.flatMap(({ latest }) => Object.keys(latest.tables)));
  return tablesNamed(sql, [...scannedTables]).flatMap((table) =>
    sources.flatMap(({ alias, latest }) => {
      const prefix = `"${alias}", ${table}:`;
      const contents = latest.tables[table];
      if (!contents) return [`${prefix} The last scan did not read this table.`];
      if (contents.state === 'collected') return [];
      return contents.problems.map((problem) => `${prefix} ${problem}`);
    }),
  );
};

/** The results of the last scans of these integrations; if they were named, each must have one. */
export const readLastScans = async (
  { db, files }: { db: Database; files: Pick<Files, 'get'> },
  { tenant_id, sql }: { tenant_id: string; sql: string },
  integrations: readonly Integration[],
  isExplicit: boolean,
): Promise<QueriedTables | { error: string }> => {
  const scans = new Map<string, SnapshotContents>();
  for await (const { _id, latest } of snapshotStore(db, tenant_id).all()) {
    if (latest) scans.set(_id, latest);
  }
  const scanned = integrations.flatMap(({ _id: integration_id, alias }): Scanned[] => {
    const latest = scans.get(integration_id);
    return latest ? [{ integration_id, alias, latest }] : [];
  });
  const unscanned = integrations.filter(({ _id }) => !scans.has(_id));
  const [missing] = unscanned;
  if (missing && (isExplicit || scanned.length === 0))
    return { error: unscannedText(missing.alias) };
  const ids = scanned.map(({ latest }) => latest.scan_id).sort();
  // A query over all accounts may load incomplete tables, so the key distinguishes them.
  const scope = isExplicit ? 'named' : 'all';
  return {
    key: `query/${scope}/${ids.join(',')}`,
    tables: tablesOf(files, tenant_id, { sources: scanned, requiresAll: isExplicit }),
    problems: [
      ...unscanned.map(({ alias }) => `"${alias}" has not been scanned yet.`),
      ...problemsOf(sql, scanned),
    ],
    sources: scanned.map(({ integration_id, alias, latest: { collected_at } }) => {
      return { integration_id, alias, collected_at };
    }),
  };
};
