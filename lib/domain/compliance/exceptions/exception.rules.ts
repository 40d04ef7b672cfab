import { isoTime } from '#lib/kernel/clock.ts';
import type { Finding } from '../findings/finding.schema.ts';
import type { FindingStatus } from '../rule.schema.ts';
import {
  type AppliedException,
  appliedException,
  type Exception,
  type ExceptionScope,
  type ExceptionTerms,
  maxExceptionDays,
} from './exception.schema.ts';

const day = 24 * 3600_000;

const dayOf = (now: number): string => isoTime(now).slice(0, 10);

/** Whether its last day has passed. */
export const isExpired = ({ expires_on }: Pick<Exception, 'expires_on'>, now: number): boolean =>
  expires_on !== undefined && expires_on < dayOf(now);

/** Why an exception must not end on that day; undefined if it may. */
export const expiryProblem = (
  { expires_on }: Pick<ExceptionTerms, 'expires_on'>,
  now: number,
): string | undefined => {
  if (expires_on === undefined) return undefined;
  if (expires_on < dayOf(now)) return 'Choose today or a later day.';
  return expires_on > dayOf(now + maxExceptionDays * day)
    ? 'Choose a day within the next year, or none.'
    : undefined;
};

/** The exceptions of one organisation that are in force, by rule. */
export type ValidExceptions = ReadonlyMap<string, readonly Exception[]>;

/** The exceptions that are in force at `now`. */
export const exceptionsInForce = (all: readonly Exception[], now: number): ValidExceptions =>
  Map.groupBy(
    all.filter((one) => !isExpired(one, now)),
    ({ rule_id }) => rule_id,
  );

/** The rule and the integration of findings. */
export type FindingsSource = { rule_id: string; integration_id: string };

/** Whether a finding requires work, and so can be accepted. */
export const needsWork = ({ status }: Pick<Finding, 'status'>): boolean =>
  status !== 'ok' && status !== 'skip';

/** Whether an exception might apply to some finding of the rule for the integration. */
export const mayBeExcepted = (
  valid: ValidExceptions,
  { rule_id, integration_id }: FindingsSource,
): boolean =>
  (valid.get(rule_id) ?? []).some(
    ({ scope }) => scope.kind === 'tag' || scope.integration_id === integration_id,
  );

const isInScope = (scope: ExceptionScope, integrationId: string, finding: Finding): boolean => {
  if (scope.kind === 'tag') {
    const { tags = {} } = finding;
    return Object.hasOwn(tags, scope.key) && tags[scope.key] === scope.value;
  }
  if (scope.integration_id !== integrationId) return false;
  return scope.kind === 'integration' || scope.resource === finding.resource;
};

/** The exception that applies to a finding; undefined if none does. */
export const exceptionOf = (
  valid: ValidExceptions,
  { rule_id, integration_id }: FindingsSource,
  finding: Finding,
): Exception | undefined =>
  needsWork(finding)
    ? valid.get(rule_id)?.find(({ scope }) => isInScope(scope, integration_id, finding))
    : undefined;

/** Whether a finding is accepted: it then counts as no alarm, and starts no bot. */
export const isExcepted = (valid: ValidExceptions, at: FindingsSource, finding: Finding): boolean =>
  exceptionOf(valid, at, finding) !== undefined;

/** A finding as users see it. */
export type ShownFinding = Finding & {
  /** Why it is skipped, and the status it would have otherwise. */
  exception?: AppliedException & { instead_of: FindingStatus };
};

/** The finding or, if an exception applies, a skipped one with the reason of the exception. */
export const applyException =
  (valid: ValidExceptions, at: FindingsSource) =>
  (finding: Finding): ShownFinding => {
    const found = exceptionOf(valid, at, finding);
    if (!found) return finding;
    const exception = { ...appliedException.parse(found), instead_of: finding.status };
    return { ...finding, status: 'skip', reason: found.reason, exception };
  };
