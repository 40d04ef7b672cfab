import { hasRead } from '../scans/scan.rules.ts';
import type { Scan, TableResult } from '../scans/scan.schema.ts';
import type { SnapshotContents, TableContents } from './snapshot.schema.ts';

const notReached = 'The scan ended before it read this table; these are the resources of before.';
const notRead = 'These are the resources of the scan before.';

const read = (
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

/** Whether there is nothing of a table: the scan could not read it, and none before it has. */
export const isUnread = ({ scan_id }: SnapshotContents, table: TableContents): boolean =>
  table.state === 'failed' && table.scan_id === scan_id;

/** What is shown of a table; nothing where no scan has read it. */
const knownOf = (shown: SnapshotContents | undefined, table: string): TableContents | undefined => {
  const found = shown?.tables[table];
  return shown && found && !isUnread(shown, found) ? found : undefined;
};

const contentsOf = (
  scan: Scan,
  table: string,
  before: TableContents | undefined,
): TableContents | undefined => {
  const result = scan.results[table];
  const isCut = result?.state === 'partial' && scan.cancelled_by !== undefined;
  if (result && ((result.state !== 'failed' && !isCut) || !before)) return read(scan, result);
  if (!before) return undefined;
  const problems = result ? [...result.problems, notRead] : [notReached];
  const { unread_regions: _, left_out: __, ...shown } = before;
  return { ...shown, state: 'failed', problems };
};

/**
 * What is shown after a scan: the tables that it has read, and of those that it could not read, or
 * did not reach, the rows of the scan before with a note. Without one, all that the scan has read.
 * What is shown is as old as before where the scan has read nothing.
 */
export const contentsAfter = (scan: Scan, before?: SnapshotContents): SnapshotContents => {
  const names = scan.tables ?? Object.keys(scan.results);
  const tables = names.flatMap((table) => {
    const contents = contentsOf(scan, table, knownOf(before, table));
    return contents ? [[table, contents] as const] : [];
  });
  const { _id: scan_id } = scan;
  const collected_at = (hasRead(scan) ? undefined : before?.collected_at) ?? scan.created_at;
  const evaluated = scan.evaluator_result ? scan_id : before?.evaluated;
  return { scan_id, collected_at, tables: Object.fromEntries(tables), evaluated };
};

export type Unread = TableContents & { table: string };

/** The rows of `old` that none of `kept` shows: their files may go. */
export const unreadRows = (
  old: SnapshotContents | undefined,
  kept: readonly (SnapshotContents | undefined)[],
): Unread[] =>
  Object.entries(old?.tables ?? {})
    .filter(([table, { scan_id }]) =>
      kept.every((contents) => contents?.tables[table]?.scan_id !== scan_id),
    )
    .map(([table, contents]) => ({ ...contents, table }));
