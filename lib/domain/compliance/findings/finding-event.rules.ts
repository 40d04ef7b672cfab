import type { FindingChange } from '#lib/kernel/findings.ts';
import type { Scan } from '../../inventory/scans/scan.schema.ts';
import type { Rule } from '../rule.schema.ts';
import type { Finding } from './finding.schema.ts';

/** Resources that one event names. */
const mostResources = 5000;

type Changes = Record<FindingChange, readonly Finding[]>;

/**
 * The resources that a rule finds now and did not before, and the other way round; told of those
 * that it calls critical. One that is not there any more is resolved only where all was read.
 */
export const changesOf = (
  before: readonly Finding[],
  now: readonly Finding[],
  isWhole: boolean,
): Changes => {
  const isAlarm = ({ status }: Finding) => status === 'alarm';
  const alarms = new Set(before.filter(isAlarm).map(({ resource }) => resource));
  const standing = new Map(now.map(({ resource, status }) => [resource, status]));
  const isResolved = ({ resource }: Finding): boolean => {
    const status = standing.get(resource);
    return status === undefined ? isWhole : status !== 'alarm' && status !== 'error';
  };
  return {
    opened: now.filter((one) => isAlarm(one) && !alarms.has(one.resource)),
    resolved: before.filter((one) => isAlarm(one) && isResolved(one)),
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
  { change, found }: { change: FindingChange; found: readonly Finding[] },
  most = mostResources,
) => ({
  change,
  rule_id,
  title,
  description,
  remediation,
  severity,
  criticality: 'alarm' as const,
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
