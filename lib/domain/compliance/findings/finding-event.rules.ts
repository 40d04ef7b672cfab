import type { FindingChange, FindingTransition, StartingStatus } from '#lib/kernel/findings.ts';
import type { Scan } from '../../inventory/scans/scan.schema.ts';
import type { Rule } from '../rule.schema.ts';
import type { Finding } from './finding.schema.ts';

/** The most resources that one event contains. */
const maxResources = 5000;

type Changes = Record<FindingChange, readonly Finding[]>;

const isAlarm = ({ status }: Pick<Finding, 'status'>): boolean => status === 'alarm';

/** Where a rule may be wrong, because not everything was read. */
type PartialRead = {
  mayHold: (finding: Finding) => boolean;
  mayMislead: (finding: Finding) => boolean;
};

type NotificationContext = {
  isAccepted: (finding: Finding) => boolean;
  partialRead: PartialRead | undefined;
};

/** Why bots must not be notified of an alarm yet; undefined if they may be, or were. */
const unnotifiedReason = (
  finding: Finding,
  earlier: Finding | undefined,
  { isAccepted, partialRead }: NotificationContext,
): Finding['untold'] => {
  if (!isAlarm(finding)) return undefined;
  if (isAccepted(finding)) return 'accepted';
  const isNew = !earlier || !isAlarm(earlier);
  const isDoubtful = isNew
    ? partialRead?.mayMislead(finding)
    : earlier.untold === 'unread' && partialRead?.mayHold(finding);
  return isDoubtful ? 'unread' : undefined;
};

/** The finding, marked if bots must not be notified of it yet. */
export const markUnnotified = (
  finding: Finding,
  earlier: Finding | undefined,
  context: NotificationContext,
): Finding => {
  const untold = unnotifiedReason(finding, earlier, context);
  return untold ? { ...finding, untold } : finding;
};

/** Earlier findings without a new result whose resources may be among those not read this time. */
export const carriedOverFindings = (
  previousFindings: readonly Finding[],
  currentFindings: readonly Finding[],
  partialRead: PartialRead | undefined,
): Finding[] => {
  if (!partialRead) return [];
  const currentResources = new Set(currentFindings.map(({ resource }) => resource));
  return previousFindings.filter(
    (one) => !currentResources.has(one.resource) && partialRead.mayHold(one),
  );
};

/** Whether a status leaves it open that the resource still has this criticality. */
const canStillHave = (status: Finding['status'], criticality: StartingStatus): boolean =>
  status === criticality || (status === 'error' && criticality !== 'error');

/**
 * The resources that newly have this status, and those that no longer have it. An alarm that bots
 * were not notified of counts as opened once they may be told.
 */
export const changesOf = (
  previousFindings: readonly Finding[],
  currentFindings: readonly Finding[],
  criticality: StartingStatus = 'alarm',
): Changes => {
  const hasStatus = ({ status }: Finding) => status === criticality;
  const reported = previousFindings.filter((one) => hasStatus(one) && one.untold === undefined);
  const reportedResources = new Set(reported.map(({ resource }) => resource));
  const statusByResource = new Map(
    currentFindings.map(({ resource, status }) => [resource, status]),
  );
  const isResolved = ({ resource }: Finding): boolean => {
    const status = statusByResource.get(resource);
    return status === undefined || !canStillHave(status, criticality);
  };
  return {
    opened: currentFindings.filter(
      (one) => hasStatus(one) && one.untold === undefined && !reportedResources.has(one.resource),
    ),
    resolved: previousFindings.filter(
      (one) => hasStatus(one) && one.untold !== 'unread' && isResolved(one),
    ),
  };
};

/** The `$event` of runs that findings start. */
export type FindingEvent = ReturnType<typeof findingEvent>;

type Scanned = Pick<Scan, '_id' | 'integration_id' | 'integration_type' | 'alias' | 'created_at'>;

/** Describes resources of one rule at one scan: at most `maxCount` of them, and their number. */
export const findingEvent = (
  { rule_id, title, description, remediation, severity, category, service }: Rule,
  { _id, integration_id, integration_type, alias, created_at }: Scanned,
  { change, criticality, found }: FindingTransition & { found: readonly Finding[] },
  maxCount = maxResources,
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
    .slice(0, maxCount)
    .map(({ resource, reason, region, account_id, first_seen }) => ({
      resource,
      reason,
      region,
      account_id,
      first_seen,
    })),
});
