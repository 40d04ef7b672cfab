import { severities } from '#lib/kernel/findings.ts';
import { type BenchmarkGroup, ownBenchmark } from './benchmark.schema.ts';
import type { ComplianceSummary, ExportRow, RuleRow } from './compliance.schema.ts';
import { criticalityLabels } from './criticality.rules.ts';
import { groupsOf } from './evaluations/evaluation.rules.ts';
import type { Evaluation } from './evaluations/evaluation.schema.ts';
import type { Finding, StatusCounts } from './findings/finding.schema.ts';
import { type AgeFilter, hasAge } from './findings/age.rules.ts';
import { noCounts, sumOf } from './findings/findings.rules.ts';
import { type FindingStatus, findingStatuses, type Rule } from './rule.schema.ts';

/** Which rules are meant; `benchmark_type` is another name of `benchmark`. */
export type RuleScope = {
  integration_type?: string | undefined;
  benchmark?: BenchmarkGroup | undefined;
  benchmark_type?: BenchmarkGroup | undefined;
  category?: string | undefined;
};

/** What the rules have to have found; everything where nothing is given. */
export type FoundFilter = {
  criticality?: FindingStatus | undefined;
  run_error?: boolean | undefined;
};

export const benchmarkAsked = ({ benchmark, benchmark_type }: RuleScope) =>
  benchmark ?? benchmark_type;

/** The rules in the scope. */
export const rulesIn = (rules: readonly Rule[], scope: RuleScope): Rule[] => {
  const name = benchmarkAsked(scope);
  return rules.filter(
    ({ integration_type, category, frameworks }) =>
      (scope.integration_type === undefined || integration_type === scope.integration_type) &&
      (scope.category === undefined || category === scope.category) &&
      (name === undefined || groupsOf({ frameworks }).includes(name)),
  );
};

type Evaluated = { evaluation: Evaluation; alias: string };

const fixOf = ({ fix }: Rule): RuleRow['fix'] => {
  if (!fix) return undefined;
  return 'action' in fix
    ? { kind: 'action', id: fix.action }
    : { kind: 'library', id: fix.library };
};

/** The benchmark that a row names, as published, and the controls of it that the rule serves. */
const activityOf = (
  { frameworks, title }: Rule,
  asked: BenchmarkGroup | undefined,
): Pick<RuleRow, 'benchmark' | 'activity_source' | 'activity_details'> => {
  const first = frameworks.find(({ benchmark }) => benchmark === asked) ?? frameworks[0];
  if (!first) {
    return { benchmark: ownBenchmark, activity_source: ownBenchmark, activity_details: [] };
  }
  const { benchmark, version } = first;
  const controls = frameworks.filter(
    (one) => one.benchmark === benchmark && one.version === version,
  );
  return {
    benchmark,
    activity_source: `${benchmark} ${version}`,
    activity_details: controls.map(({ control_id: activity_id }) => ({
      activity_id,
      activity_name: title,
    })),
  };
};

/** A rule with what it came to at these integrations; undefined where it was asked at none. */
export const rowOf = (
  rule: Rule,
  shown: readonly Evaluated[],
  asked?: BenchmarkGroup,
): RuleRow | undefined => {
  const { sql: _s, frameworks: _f, fix: _x, ...told } = rule;
  const results = shown.flatMap(({ evaluation: { integration_id, rules }, alias }) => {
    const result = rules[rule.rule_id];
    return result ? [{ integration_id, alias, ...result }] : [];
  });
  if (results.length === 0) return undefined;
  const run_errors = results.flatMap(({ integration_id, alias, run_error }) =>
    run_error === undefined ? [] : [{ integration_id, alias, message: run_error }],
  );
  const not_asked = results.flatMap(({ integration_id, alias, asked_at }) =>
    asked_at === undefined ? [] : [{ integration_id, alias, asked_at }],
  );
  const fix = fixOf(rule);
  return {
    ...told,
    ...activityOf(rule, asked),
    counts: sumOf(results.map(({ counts }) => counts)),
    run_errors,
    not_asked,
    ...(fix && { fix }),
  };
};

const all = (counts: StatusCounts): number =>
  findingStatuses.reduce((sum, status) => sum + counts[status], 0);

const isFound =
  ({ criticality, run_error, ...age }: FoundFilter & AgeFilter) =>
  ({ counts, run_errors }: RuleRow): boolean =>
    (criticality === undefined || counts[criticality] > 0) &&
    (!run_error || run_errors.length > 0) &&
    // What could not run has found nothing of any age.
    (!hasAge(age) || run_error === true || all(counts) > 0);

/** What asks most of people first: alarms by severity and number. */
const byUrgency = (one: RuleRow, other: RuleRow): number =>
  Number(other.counts.alarm > 0) - Number(one.counts.alarm > 0) ||
  severities.indexOf(one.severity) - severities.indexOf(other.severity) ||
  other.counts.alarm - one.counts.alarm ||
  (one.rule_id < other.rule_id ? -1 : 1);

/** The rows of a list of rules, the most urgent first. */
export const rowsOf = (
  rules: readonly Rule[],
  shown: readonly Evaluated[],
  filter: RuleScope & FoundFilter & AgeFilter,
): RuleRow[] =>
  rulesIn(rules, filter)
    .flatMap((rule) => rowOf(rule, shown, benchmarkAsked(filter)) ?? [])
    .filter(isFound(filter))
    .sort(byUrgency);

const totalsOf = (rules: readonly Rule[], evaluations: readonly Evaluation[]): StatusCounts => {
  const ids = new Set(rules.map(({ rule_id }) => rule_id));
  const counted = evaluations.flatMap((evaluation) =>
    Object.entries(evaluation.rules).filter(([id]) => ids.has(id)),
  );
  return sumOf(counted.map(([, { counts }]) => counts));
};

/** What the rules in the scope came to, and what they came to before. */
export const summaryOf = (
  rules: readonly Rule[],
  shown: readonly Evaluated[],
  before: readonly Evaluation[],
  scope: RuleScope,
): ComplianceSummary => {
  const rows = rowsOf(rules, shown, scope);
  const totals = sumOf(rows.map(({ counts }) => counts));
  const previous = before.length > 0 ? totalsOf(rulesIn(rules, scope), before) : undefined;
  const criticality = Object.fromEntries(
    findingStatuses.map((status) => [
      status,
      {
        count: rows.filter(({ counts }) => counts[status] > 0).length,
        resource_count: totals[status],
        ...(previous && { previous_resource_count: previous[status] }),
      },
    ]),
  ) as ComplianceSummary['criticality'];
  const times = shown.map(({ evaluation }) => evaluation.evaluated_at).sort();
  return {
    criticality,
    total: rows.length,
    total_resources: all(totals),
    ...(previous && { previous_total_resources: all(previous) }),
    run_errors: rows.filter(({ run_errors }) => run_errors.length > 0).length,
    integrations: shown.length,
    oldest_at: times[0],
    newest_at: times.at(-1),
  };
};

/** The columns of the file are fixed: what was not asked again is told with the details. */
export const keptText = (asked_at: string): string =>
  `The last scan did not ask this rule: as of the scan of ${asked_at}.`;

/** One line of compliance.csv: a finding, or a rule that could not be evaluated. */
export const exportRowOf = (
  { title, service, activity_source, benchmark, activity_details }: RuleRow,
  { status, resource, region, account_id, reason }: Omit<Finding, 'first_seen' | 'last_seen'>,
): ExportRow => ({
  Rule: title,
  Service: service,
  ActivitySource: activity_source,
  BenchMark: benchmark,
  ControlId: activity_details.map(({ activity_id }) => activity_id).join('; '),
  ControlName: title,
  Criticality: criticalityLabels[status],
  ResourceId: resource,
  Region: region,
  AccountId: account_id,
  Details: reason,
});

type Day = { day: string; totals: StatusCounts; benchmarks: Record<string, StatusCounts> };

/** What the days came to, all integrations together, the oldest first. */
export const historyOf = (days: readonly Day[], benchmark: BenchmarkGroup | undefined) => {
  const byDay = new Map<string, StatusCounts[]>();
  for (const { day, totals, benchmarks } of days) {
    const counts = benchmark === undefined ? totals : (benchmarks[benchmark] ?? noCounts());
    byDay.set(day, [...(byDay.get(day) ?? []), counts]);
  }
  return [...byDay]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, counts]) => ({ day, counts: sumOf(counts), integrations: counts.length }));
};
