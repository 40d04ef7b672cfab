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
  const some = (region: string) => (isAbout ? left_out[region] : undefined);
  return new Map(unread_regions.map((one) => [one, some(one) ? new Set(some(one)) : 'all']));
};

/** What was read before but not this time: only this can explain new findings. */
const newlyUnread = (
  now: TableContents,
  before: TableContents | undefined,
  isAbout: boolean,
): Unread => {
  const unread = unreadOf(now, isAbout);
  const known: Unread = before && isPartlyRead(before) ? unreadOf(before, isAbout) : new Map();
  if (unread === 'anything' || known === 'anything' || before?.state === 'failed') return unread;
  const isNew = (region: string, what: 'all' | ReadonlySet<string>): boolean => {
    const then = known.get(region);
    if (then === undefined || then === 'all') return then === undefined;
    return what === 'all' || [...what].some((one) => !then.has(one));
  };
  return new Map([...unread].filter(([region, what]) => isNew(region, what)));
};

/** A finding without a region, such as one about an account, may depend on all regions. */
const isAffectedBy =
  (all: readonly Unread[]) =>
  ({ region, resource }: ResourceLocation): boolean =>
    all.some((unread) => {
      if (unread === 'anything') return true;
      if (region === '' || region === 'global') return unread.size > 0;
      const what = unread.get(region);
      return what === 'all' || what?.has(resource) === true;
    });

/** What the rule cannot read fully, compared with the earlier snapshot; undefined if it can. */
export const partialReadOf = (
  { sql, resource_type }: Pick<Rule, 'sql' | 'resource_type'>,
  now: SnapshotContents,
  before: SnapshotContents | undefined,
): PartialRead | undefined => {
  const half = tablesReadBy(sql, Object.keys(now.tables)).flatMap((name) => {
    const table = now.tables[name];
    return isPartlyRead(table) ? [{ name, table, isAbout: name === resource_type }] : [];
  });
  // Unexpected gaps are reported before disabled regions.
  const first = half.find(({ table }) => !hasOnlyDisabledGaps(table)) ?? half[0];
  if (!first) return undefined;
  const { name, table } = first;
  return {
    problem: `The table ${name} was only partially read. ${table.problems[0] ?? ''}`.trimEnd(),
    isClosed: hasOnlyDisabledGaps(table),
    mayHold: isAffectedBy(half.map((one) => unreadOf(one.table, one.isAbout))),
    mayMislead: isAffectedBy(
      half.map((one) => newlyUnread(one.table, before?.tables[one.name], one.isAbout)),
    ),
  };
};
