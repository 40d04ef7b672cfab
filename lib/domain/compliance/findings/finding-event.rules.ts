import type { FindingChange, FoundAs, StartingStatus } from '#lib/kernel/findings.ts';
import type { Scan } from '../../inventory/scans/scan.schema.ts';
import type { Rule } from '../rule.schema.ts';
import type { Finding } from './finding.schema.ts';

/** Resources that one event names. */
const mostResources = 5000;

type Changes = Record<FindingChange, readonly Finding[]>;

const isAlarm = ({ status }: Pick<Finding, 'status'>): boolean => status === 'alarm';

/** Where a rule may be wrong, since not all was read. */
type Half = {
  mayHold: (finding: Finding) => boolean;
  mayMislead: (finding: Finding) => boolean;
};

type Care = { isAccepted: (finding: Finding) => boolean; half: Half | undefined };

/** Why bots are not to be told of an alarm yet; undefined where they were, or are now. */
const untoldWhy = (
  now: Finding,
  earlier: Finding | undefined,
  { isAccepted, half }: Care,
): Finding['untold'] => {
  if (!isAlarm(now)) return undefined;
  if (isAccepted(now)) return 'accepted';
  const isNew = !earlier || !isAlarm(earlier);
  const isDoubtful = isNew
    ? half?.mayMislead(now)
    : earlier.untold === 'unread' && half?.mayHold(now);
  return isDoubtful ? 'unread' : undefined;
};

/** The finding, marked where bots are not to be told of it yet. */
export const toldOf = (now: Finding, earlier: Finding | undefined, care: Care): Finding => {
  const untold = untoldWhy(now, earlier, care);
  return untold ? { ...now, untold } : now;
};

/** Findings of before that are not in the answer, and may be where nothing was read now. */
export const keptOf = (
  before: readonly Finding[],
  now: readonly Finding[],
  half: Half | undefined,
): Finding[] => {
  if (!half) return [];
  const there = new Set(now.map(({ resource }) => resource));
  return before.filter((one) => !there.has(one.resource) && half.mayHold(one));
};

/** What leaves open whether a resource is so still: nobody could tell. */
const leavesOpen = (status: Finding['status'], criticality: StartingStatus): boolean =>
  status === criticality || (status === 'error' && criticality !== 'error');

/**
 * The resources of which a rule says this now and did not before, and the other way round. An alarm
 * that bots were not told of opens once they may be.
 */
export const changesOf = (
  before: readonly Finding[],
  now: readonly Finding[],
  criticality: StartingStatus = 'alarm',
): Changes => {
  const isSo = ({ status }: Finding) => status === criticality;
  const told = before.filter((one) => isSo(one) && one.untold === undefined);
  const known = new Set(told.map(({ resource }) => resource));
  const standing = new Map(now.map(({ resource, status }) => [resource, status]));
  const isResolved = ({ resource }: Finding): boolean => {
    const status = standing.get(resource);
    return status === undefined || !leavesOpen(status, criticality);
  };
  return {
    opened: now.filter(
      (one) => isSo(one) && one.untold === undefined && !known.has(one.resource),
    ),
    resolved: before.filter((one) => isSo(one) && one.untold !== 'unread' && isResolved(one)),
  };
};

/** What runs that findings start read as `$event`. */
export type FindingEvent = ReturnType<typeof findingEvent>;

type Scanned = Pick<
  Scan,
  '_id' | 'integration_id' | 'integration_type' | 'alias' | 'created_at'
>;

/** Tells of resources of one rule at one scan; `most` of them, and how many there are. */
export const findingEvent = (
  { rule_id, title, description, remediation, severity, category, service }: Rule,
  { _id, integration_id, integration_type, alias, created_at }: Scanned,
  { change, criticality, found }: FoundAs & { found: readonly Finding[] },
  most = mostResources,
) => ({
  change,
  rule_id,
  title,
  description,
  remediation,
  severity,
  criticality,
  category,
  service,
  integration: { id: integration_id, alias, type: integration_type },
  account: found[0]?.account_id ?? '',
  scan: { id: _id, started_at: created_at },
  total: found.length,
  resources: found
    .slice(0, most)
    .map(({ resource, reason, region, account_id, first_seen }) => ({
      resource,
      reason,
      region,
      account_id,
      first_seen,
    })),
});
