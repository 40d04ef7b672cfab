import { hasReadAnyTable } from '../scans/scan.rules.ts';
import type { Scan, TableResult } from '../scans/scan.schema.ts';
import type { SnapshotContents, TableContents } from './snapshot.schema.ts';

const notReachedText =
  'The scan ended before it read this table. These are the resources of the previous scan.';
const notReadText = 'These are the resources of the previous scan.';

const toTableContents = (
  scan: Scan,
  { state, rows, tagged, untaggable, chunks, problems, unread_regions, left_out }: TableResult,
): TableContents => ({
  state,
  rows,
  ...(tagged !== undefined && { tagged }),
  ...(untaggable && { untaggable }),
  chunks,
  problems,
  ...(unread_regions && { unread_regions }),
  ...(left_out && { left_out }),
  scan_id: scan._id,
  collected_at: scan.created_at,
});

/** Whether a table has no rows to show: neither this scan nor an earlier one could read it. */
export const isUnread = ({ scan_id }: SnapshotContents, table: TableContents): boolean =>
  table.state === 'failed' && table.scan_id === scan_id;

/** The current contents of a table; undefined if no scan has read it. */
const readableContents = (
  current: SnapshotContents | undefined,
  table: string,
): TableContents | undefined => {
  const found = current?.tables[table];
  return current && found && !isUnread(current, found) ? found : undefined;
};

const contentsOf = (
  scan: Scan,
  table: string,
  previous: TableContents | undefined,
): TableContents | undefined => {
  const result = scan.results[table];
  const isCut = result?.state === 'partial' && scan.cancelled_by !== undefined;
  if (result && ((result.state !== 'failed' && !isCut) || !previous))
    return toTableContents(scan, result);
  if (!previous) return undefined;
  const problems = result ? [...result.problems, notReadText] : [notReachedText];
  const { unread_regions: _, left_out: __, ...fields } = previous;
  return { ...fields, state: 'failed', problems };
};

/**
 * The snapshot after a scan: the tables that it has read and, for those that it could not read or
 * did not reach, their earlier rows with a note. Without a snapshot before it, all that the scan
 * has read. If the scan has read nothing, the snapshot keeps its earlier time.
 */
export const contentsAfter = (scan: Scan, previous?: SnapshotContents): SnapshotContents => {
  const names = scan.tables ?? Object.keys(scan.results);
  const tables = names.flatMap((table) => {
    const contents = contentsOf(scan, table, readableContents(previous, table));
    return contents ? [[table, contents] as const] : [];
  });
  const { _id: scan_id } = scan;
  const collected_at =
    (hasReadAnyTable(scan) ? undefined : previous?.collected_at) ?? scan.created_at;
  const evaluated = scan.evaluator_result ? scan_id : previous?.evaluated;
  return { scan_id, collected_at, tables: Object.fromEntries(tables), evaluated };
};

export type ObsoleteTable = TableContents & { table: string };

/** The tables of `old` that no snapshot in `retained` shows, so that their files can be deleted. */
export const obsoleteTables = (
  old: SnapshotContents | undefined,
  retained: readonly (SnapshotContents | undefined)[],
): ObsoleteTable[] =>
  Object.entries(old?.tables ?? {})
    .filter(([table, { scan_id }]) =>
      retained.every((contents) => contents?.tables[table]?.scan_id !== scan_id),
    )
    .map(([table, contents]) => ({ ...contents, table }));
