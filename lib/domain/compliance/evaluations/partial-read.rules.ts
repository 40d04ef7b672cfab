import type { SnapshotContents, TableContents } from '../../inventory/snapshots/snapshot.schema.ts';
import { tablesReadBy } from '../rule-sql.rules.ts';
import type { Finding } from '../findings/finding.schema.ts';
import type { Rule } from '../rule.schema.ts';

/**
 * What was not read, by region: everything, or only some resources; `anything` if it is not known
 * what is missing.
 */
type Unread = ReadonlyMap<string, 'all' | ReadonlySet<string>> | 'anything';

type ResourceLocation = Pick<Finding, 'region' | 'resource'>;

/** What must be considered about a rule that reads a partially read table. */
export type PartialRead = {
  /** What is missing, for people. */
  problem: string;
  /** Whether only regions are missing that are disabled for the whole account. */
  isClosed: boolean;
  /** Whether the resource of a finding may be among what was not read. */
  mayHold: (finding: ResourceLocation) => boolean;
  /** Whether a finding may be new only because less was read than before. */
  mayMislead: (finding: ResourceLocation) => boolean;
};

/** Whether a collected table lacks only regions that are disabled for the whole account. */
const hasOnlyDisabledGaps = ({ state, unread_regions }: TableContents): boolean =>
  state === 'collected' && unread_regions !== undefined;

const isPartlyRead = (table: TableContents | undefined): table is TableContents =>
  table !== undefined && (table.state === 'partial' || hasOnlyDisabledGaps(table));

/** In the rule's own table, all resources were read except those left out. */
const unreadOf = ({ unread_regions, left_out = {} }: TableContents, isAbout: boolean): Unread => {
  if (!unread_regions) return 'anything';
  const leftOutIn = (region: string) => (isAbout ? left_out[region] : undefined);
  return new Map(
    unread_regions.map((one) => [one, leftOutIn(one) ? new Set(leftOutIn(one)) : 'all']),
  );
};

/** What was read before but not this time: only this can explain new findings. */
const newlyUnread = (
  current: TableContents,
  previous: TableContents | undefined,
  isAbout: boolean,
): Unread => {
  const unread = unreadOf(current, isAbout);
  const previousUnread: Unread =
    previous && isPartlyRead(previous) ? unreadOf(previous, isAbout) : new Map();
  if (unread === 'anything' || previousUnread === 'anything' || previous?.state === 'failed')
    return unread;
  const isNew = (region: string, gap: 'all' | ReadonlySet<string>): boolean => {
    const previousGap = previousUnread.get(region);
    if (previousGap === undefined || previousGap === 'all') return previousGap === undefined;
    return gap === 'all' || [...gap].some((one) => !previousGap.has(one));
  };
  return new Map([...unread].filter(([region, gap]) => isNew(region, gap)));
};

/** A finding without a region, such as one about an account, may depend on all regions. */
const isAffectedBy =
  (all: readonly Unread[]) =>
  ({ region, resource }: ResourceLocation): boolean =>
    all.some((unread) => {
      if (unread === 'anything') return true;
      if (region === '' || region === 'global') return unread.size > 0;
      const gap = unread.get(region);
      return gap === 'all' || gap?.has(resource) === true;
    });

/** What the rule cannot read fully, compared with the earlier snapshot; undefined if it can. */
export const partialReadOf = (
  { sql, resource_type }: Pick<Rule, 'sql' | 'resource_type'>,
  current: SnapshotContents,
  previous: SnapshotContents | undefined,
): PartialRead | undefined => {
  const partialTables = tablesReadBy(sql, Object.keys(current.tables)).flatMap((name) => {
    const table = current.tables[name];
    return isPartlyRead(table) ? [{ name, table, isAbout: name === resource_type }] : [];
  });
  // Unexpected gaps are reported before disabled regions.
  const first = partialTables.find(({ table }) => !hasOnlyDisabledGaps(table)) ?? partialTables[0];
  if (!first) return undefined;
  const { name, table } = first;
  return {
    problem: `The table ${name} was only partially read. ${table.problems[0] ?? ''}`.trimEnd(),
    isClosed: hasOnlyDisabledGaps(table),
    mayHold: isAffectedBy(partialTables.map((one) => unreadOf(one.table, one.isAbout))),
    mayMislead: isAffectedBy(
      partialTables.map((one) => newlyUnread(one.table, previous?.tables[one.name], one.isAbout)),
    ),
  };
};
