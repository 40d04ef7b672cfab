import { formatCount } from '#lib/kernel/text.ts';
import { type FindingStatus, findingStatuses } from '../rule.schema.ts';
import type { Finding, StatusCounts } from './finding.schema.ts';

/** A row as the SQL of a rule returns it; missing values are null. */
type AnswerRow = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const invalidResultText = 'The rule does not return resources with a status.';

/** A finding is identified by its resource, so two rows for one resource are invalid. */
const duplicateText = (resource: string): string =>
  `The query returns "${resource.slice(0, 200)}" twice. Return one row for each resource.`;

const isStatus = (value: unknown): value is FindingStatus =>
  findingStatuses.some((status) => status === value);

const isNamed = ({ resource }: AnswerRow): boolean => typeof resource === 'string';

/** Replaces rows without a resource by one row with the status `error` that counts them. */
const unnamedRowsError = (rows: readonly AnswerRow[]): AnswerRow[] => {
  const count = rows.filter((row) => !isNamed(row)).length;
  if (count === 0) return [];
  const reason = `The query returns ${formatCount(count, 'row')} without a resource.`;
  return [{ resource: 'Without a resource', status: 'error', reason }];
};

/** The reason of a row whose status is missing or invalid. */
const invalidStatusText = (status: unknown): string => {
  const statusText =
    typeof status === 'string' ? `the status "${status.slice(0, 50)}"` : 'no status';
  return `The query returns ${statusText} for this resource. Use ${findingStatuses.join(', ')}.`;
};

/**
 * The findings of a rule at a scan that began at `now` (ISO). A resource keeps its `first_seen`
 * while its status stays the same. A row without a valid status becomes an error of that resource.
 * Returns a sentence if the result is invalid as a whole.
 */
export const findingsOf = (
  rows: readonly AnswerRow[],
  previousFindings: readonly Finding[],
  now: string,
): Finding[] | string => {
  const previousByResource = new Map(previousFindings.map((one) => [one.resource, one]));
  const found = new Map<string, Finding>();
  if (rows.length > 0 && !rows.some((row) => isNamed(row) && isStatus(row.status)))
    return invalidResultText;
  for (const row of [...rows, ...unnamedRowsError(rows)]) {
    const { resource, status: rawStatus, reason, region, account_id } = row;
    if (typeof resource !== 'string') continue;
    const status = isStatus(rawStatus) ? rawStatus : 'error';
    if (found.has(resource)) return duplicateText(resource);
    const earlier = previousByResource.get(resource);
    found.set(resource, {
      resource,
      status,
      reason: isStatus(rawStatus) ? text(reason) : invalidStatusText(rawStatus),
      region: text(region),
      account_id: text(account_id),
      first_seen: earlier?.status === status ? earlier.first_seen : now,
      last_seen: now,
    });
  }
  return [...found.values()];
};

export const noCounts = (): StatusCounts => ({ alarm: 0, error: 0, info: 0, ok: 0, skip: 0 });

export const countsOf = (findings: readonly Finding[]): StatusCounts => {
  const counts = noCounts();
  for (const { status } of findings) counts[status] += 1;
  return counts;
};

export const sumOf = (all: Iterable<StatusCounts>): StatusCounts => {
  const sum = noCounts();
  for (const one of all) for (const status of findingStatuses) sum[status] += one[status];
  return sum;
};
