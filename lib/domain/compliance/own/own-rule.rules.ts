import { findingsOf } from '../findings/findings.rules.ts';
import type { Finding } from '../findings/finding.schema.ts';
import { findingStatuses, type Rule, ruleColumns } from '../rule.schema.ts';
import type { OwnRule, OwnRuleView } from './own-rule.schema.ts';

/** The `rule_id`: ids of rules are written with hyphens. */
export const ruleIdOf = ({ _id }: Pick<OwnRule, '_id'>): string => _id.replace('_', '-');

export const viewOf = (one: OwnRule): OwnRuleView => {
  const { tenant_id: _, ...visibleFields } = one;
  return { ...visibleFields, rule_id: ruleIdOf(one) };
};

/** An own rule in the form of a built-in one, for scans and pages. */
export const toRule = (one: OwnRule): Rule => {
  const { title, description, remediation, severity, category, service, sql } = one;
  const { integration_type, resource_type, query_changed_at: changed_at } = one;
  const texts = { title, description, remediation, severity, category, service, sql };
  const typeFields = { integration_type, resource_type, frameworks: [] };
  return { ...texts, rule_id: ruleIdOf(one), ...typeFields, ...(changed_at && { changed_at }) };
};

type Answer = { columns: readonly string[]; rows: readonly Readonly<Record<string, unknown>>[] };

const requiredColumns: readonly string[] = ruleColumns;
const requiredColumnList = requiredColumns.join(', ');

const columnProblem = (columns: readonly string[]): string | undefined => {
  const missing = requiredColumns.filter((column) => !columns.includes(column));
  if (missing.length > 0) {
    return `The query does not return ${missing.join(', ')}. Select ${requiredColumnList}.`;
  }
  const extraColumn = columns.find((column) => !requiredColumns.includes(column));
  if (extraColumn !== undefined) {
    return (
      `The query returns the column "${extraColumn}", which is not allowed. ` +
      `Select ${requiredColumnList}.`
    );
  }
  return columns.length > requiredColumns.length
    ? `Select each of these columns once: ${requiredColumnList}.`
    : undefined;
};

const rowProblem = (rows: Answer['rows']): string | undefined => {
  for (const [index, { resource, status }] of rows.entries()) {
    const row = `Row ${index + 1}`;
    if (typeof resource !== 'string') return `${row}: the resource must be text.`;
    if (!findingStatuses.some((one) => one === status)) {
      const problem = `${row}: the status is "${String(status)}".`;
      return `${problem} Use alarm, ok, info, skip or error.`;
    }
  }
  return undefined;
};

/** The findings of a query; a sentence for its author if the result is not valid for a rule. */
export const trialFindingsOf = ({ columns, rows }: Answer, now: string): Finding[] | string => {
  return columnProblem(columns) ?? rowProblem(rows) ?? findingsOf(rows, [], now);
};

/** The first `maxCount` findings, the most urgent first. */
export const mostUrgentFindings = (findings: readonly Finding[], maxCount: number): Finding[] =>
  findings
    .toSorted((a, b) => findingStatuses.indexOf(a.status) - findingStatuses.indexOf(b.status))
    .slice(0, maxCount);
