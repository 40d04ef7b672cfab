import type { SnapshotContents, TableContents } from '../../inventory/snapshots/snapshot.schema.ts';
import { tablesRead } from '../answer.rules.ts';
import type { Finding } from '../findings/finding.schema.ts';
import type { Rule } from '../rule.schema.ts';

/**
 * What was not read of the regions that miss something: all of one, or resources of it only;
 * `anything` where nobody knows what is missing.
 */
type Unread = ReadonlyMap<string, 'all' | ReadonlySet<string>> | 'anything';

type Place = Pick<Finding, 'region' | 'resource'>;

/** What a rule that reads a table in part has to be careful with. */
export type HalfRead = {
  /** What is missing, for people. */
  problem: string;
  /** Nothing is but regions that are closed to everybody in the account. */
  isClosed: boolean;
  /** Whether what was not read may hold the resource of a finding. */
  mayHold: (finding: Place) => boolean;
  /** Whether the rule may say something new of it just because less was read than before. */
  mayMislead: (finding: Place) => boolean;
};

/** Of a table that was collected, regions may be closed to everybody in the account. */
const isClosed = ({ state, unread_regions }: TableContents): boolean =>
  state === 'collected' && unread_regions !== undefined;

const isHalf = (table: TableContents | undefined): table is TableContents =>
  table !== undefined && (table.state === 'partial' || isClosed(table));

/** Of a table whose resources the rule is about, others than those left out were read. */
const unreadOf = ({ unread_regions, left_out = {} }: TableContents, isAbout: boolean): Unread => {
  if (!unread_regions) return 'anything';
  const some = (region: string) => (isAbout ? left_out[region] : undefined);
  return new Map(unread_regions.map((one) => [one, some(one) ? new Set(some(one)) : 'all']));
};

/** What was read before and is not now: what was missing then too explains nothing new. */
const newlyUnread = (
  now: TableContents,
  before: TableContents | undefined,
  isAbout: boolean,
): Unread => {
  const unread = unreadOf(now, isAbout);
  const known: Unread = before && isHalf(before) ? unreadOf(before, isAbout) : new Map();
  if (unread === 'anything' || known === 'anything' || before?.state === 'failed') return unread;
  const isNew = (region: string, what: 'all' | ReadonlySet<string>): boolean => {
    const then = known.get(region);
    if (then === undefined || then === 'all') return then === undefined;
    return what === 'all' || [...what].some((one) => !then.has(one));
  };
  return new Map([...unread].filter(([region, what]) => isNew(region, what)));
};

/** Answers of no region, as those about an account, may come from all of them. */
const concerns =
  (all: readonly Unread[]) =>
  ({ region, resource }: Place): boolean =>
    all.some((unread) => {
      if (unread === 'anything') return true;
      if (region === '' || region === 'global') return unread.size > 0;
      const what = unread.get(region);
      return what === 'all' || what?.has(resource) === true;
    });

/** What the rule reads in part, compared with what was shown before; undefined where nothing. */
export const halfRead = (
  { sql, resource_type }: Pick<Rule, 'sql' | 'resource_type'>,
  now: SnapshotContents,
  before: SnapshotContents | undefined,
): HalfRead | undefined => {
  const half = tablesRead(sql, Object.keys(now.tables)).flatMap((name) => {
    const table = now.tables[name];
    return isHalf(table) ? [{ name, table, isAbout: name === resource_type }] : [];
  });
  // What is missing without a reason that people know is told before that.
  const first = half.find(({ table }) => !isClosed(table)) ?? half[0];
  if (!first) return undefined;
  const { name, table } = first;
  return {
    problem: `The table ${name} was not read whole. ${table.problems[0] ?? ''}`.trimEnd(),
    isClosed: isClosed(table),
    mayHold: concerns(half.map((one) => unreadOf(one.table, one.isAbout))),
    mayMislead: concerns(
      half.map((one) => newlyUnread(one.table, before?.tables[one.name], one.isAbout)),
    ),
  };
};
