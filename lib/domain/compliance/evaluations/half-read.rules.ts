import type { SnapshotContents, TableContents } from '../../inventory/snapshots/snapshot.schema.ts';
import { tablesRead } from '../answer.rules.ts';
import type { Finding } from '../findings/finding.schema.ts';
import type { Rule } from '../rule.schema.ts';

/** Regions that were not read whole; `anything` where nobody knows what is missing. */
type Unread = ReadonlySet<string> | 'anything';

/** What a rule that reads a table in part has to be careful with. */
export type HalfRead = {
  /** What is missing, for people. */
  problem: string;
  /** Whether what was not read may hold the resource of a finding. */
  mayHold: (finding: Pick<Finding, 'region'>) => boolean;
  /** Whether the rule may say something new of it just because less was read than before. */
  mayMislead: (finding: Pick<Finding, 'region'>) => boolean;
};

const isHalf = (table: TableContents | undefined): table is TableContents =>
  table?.state === 'partial';

const unreadOf = ({ unread_regions }: TableContents): Unread =>
  unread_regions ? new Set(unread_regions) : 'anything';

/** What was read before and is not now: what was missing then too explains nothing new. */
const newlyUnread = (now: TableContents, before: TableContents | undefined): Unread => {
  const unread = unreadOf(now);
  const known = before && isHalf(before) ? unreadOf(before) : new Set<string>();
  if (unread === 'anything' || known === 'anything' || before?.state === 'failed') return unread;
  return new Set([...unread].filter((region) => !known.has(region)));
};

/** Answers of no region, as those about an account, may come from all of them. */
const concerns = (all: readonly Unread[]) => ({ region }: Pick<Finding, 'region'>): boolean =>
  all.some(
    (unread) =>
      unread === 'anything' ||
      (unread.size > 0 && (region === '' || region === 'global' || unread.has(region))),
  );

/** What the rule reads in part, compared with what was shown before; undefined where nothing. */
export const halfRead = (
  { sql }: Pick<Rule, 'sql'>,
  now: SnapshotContents,
  before: SnapshotContents | undefined,
): HalfRead | undefined => {
  const half = tablesRead(sql).flatMap((name) => {
    const table = now.tables[name];
    return isHalf(table) ? [{ name, table }] : [];
  });
  const [first] = half;
  if (!first) return undefined;
  const { name, table } = first;
  return {
    problem: `The table ${name} was not read whole. ${table.problems[0] ?? ''}`.trimEnd(),
    mayHold: concerns(half.map((one) => unreadOf(one.table))),
    mayMislead: concerns(half.map((one) => newlyUnread(one.table, before?.tables[one.name]))),
  };
};
