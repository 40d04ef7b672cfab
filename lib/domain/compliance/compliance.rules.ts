import { severities } from '#lib/kernel/findings.ts';
import { type BenchmarkGroup, ownBenchmark } from './benchmark.schema.ts';
import type {
  ComplianceSummary,
  ExportRow,
  HistoryInterval,
  RuleRow,
} from './compliance.schema.ts';
import { criticalityLabels } from './criticality.rules.ts';
import { groupsOf, hasFindings, isOfCurrentQuery } from './evaluations/evaluation.rules.ts';
import type { Evaluation, RuleResult } from './evaluations/evaluation.schema.ts';
import type { Finding, StatusCounts } from './findings/finding.schema.ts';
import { type AgeFilter, hasAge } from './findings/age.rules.ts';
import { noCounts, sumOf } from './findings/findings.rules.ts';
import { type FindingStatus, findingStatuses, type Rule } from './rule.schema.ts';

/** Selects rules; `benchmark_type` is an alias of `benchmark`. */
export type RuleScope = {
  integration_type?: string | undefined;
  benchmark?: BenchmarkGroup | undefined;
  benchmark_type?: BenchmarkGroup | undefined;
  category?: string | undefined;
};

/** Selects rules by their findings; if empty, it selects all. */
export type RuleResultFilter = {
  criticality?: FindingStatus | undefined;
  run_error?: boolean | undefined;
};

export const requestedBenchmark = ({ benchmark, benchmark_type }: RuleScope) =>
  benchmark ?? benchmark_type;

/** The rules in the scope. */
export const rulesInScope = (rules: readonly Rule[], scope: RuleScope): Rule[] => {
  const name = requestedBenchmark(scope);
  return rules.filter(
    ({ integration_type, category, frameworks }) =>
      (scope.integration_type === undefined || integration_type === scope.integration_type) &&
      (scope.category === undefined || category === scope.category) &&
      (name === undefined || groupsOf({ frameworks }).includes(name)),
  );
};

type ShownEvaluation = { evaluation: Evaluation; alias: string };

const fixOf = ({ fix }: Rule): RuleRow['fix'] => {
  if (!fix) return undefined;
  return 'action' in fix
    ? { kind: 'action', id: fix.action }
    : { kind: 'library', id: fix.library };
};

/** The edition of the benchmark that a row names, and its controls that the rule covers. */
const activityOf = (
  { frameworks, title }: Rule,
  requestedGroup: BenchmarkGroup | undefined,
): Pick<RuleRow, 'benchmark' | 'activity_source' | 'activity_details'> => {
  const first = frameworks.find(({ benchmark }) => benchmark === requestedGroup) ?? frameworks[0];
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

/** A rule with its results for these integrations; undefined if it was evaluated for none. */
export const rowOf = (
  rule: Rule,
  evaluations: readonly ShownEvaluation[],
  requestedGroup?: BenchmarkGroup,
): RuleRow | undefined => {
  const { sql: _s, frameworks: _f, fix: _x, changed_at: _c, ...ruleFields } = rule;
  const results = evaluations.flatMap(({ evaluation, alias }) => {
    const { integration_id, evaluated_at, rules } = evaluation;
    const result = rules[rule.rule_id];
    return result ? [{ at: { integration_id, alias }, evaluated_at, ...result }] : [];
  });
  if (results.length === 0) return undefined;
  const run_errors = results.flatMap(({ at, run_error: message, asked_at }) =>
    message === undefined ? [] : [{ ...at, message, ...(asked_at && { asked_at }) }],
  );
  const incomplete = results.flatMap(({ at, incomplete: problem }) =>
    problem === undefined ? [] : [{ ...at, problem }],
  );
  const not_asked = results.flatMap(({ at, evaluated_at, ...result }) => {
    const { asked_at, run_error } = result;
    if (run_error !== undefined) return [];
    if (!isOfCurrentQuery(result, evaluated_at, rule)) {
      return [{ ...at, asked_at: asked_at ?? evaluated_at, changed: true }];
    }
    return asked_at === undefined ? [] : [{ ...at, asked_at }];
  });
  const fix = fixOf(rule);
  return {
    ...ruleFields,
    ...activityOf(rule, requestedGroup),
    counts: sumOf(results.map(({ counts }) => counts)),
    run_errors,
    incomplete,
    not_asked,
    ...(fix && { fix }),
  };
};

const totalOf = (counts: StatusCounts): number =>
  findingStatuses.reduce((sum, status) => sum + counts[status], 0);

/** Whether a rule could not run for an integration, or could not judge some resource. */
const isObscure = ({ counts, run_errors }: Pick<RuleRow, 'counts' | 'run_errors'>): boolean =>
  run_errors.length > 0 || counts.error > 0;

const isSelectedBy =
  ({ criticality, run_error, ...age }: RuleResultFilter & AgeFilter) =>
  ({ counts, run_errors }: RuleRow): boolean =>
    (criticality === undefined || counts[criticality] > 0) &&
    (!run_error || isObscure({ counts, run_errors })) &&
    // A rule that could not run has no findings of any age.
    (!hasAge(age) || run_error === true || totalOf(counts) > 0);

/** Most urgent first: rules with alarms, then by severity and by number of alarms. */
const byUrgency = (one: RuleRow, other: RuleRow): number =>
  Number(other.counts.alarm > 0) - Number(one.counts.alarm > 0) ||
  severities.indexOf(one.severity) - severities.indexOf(other.severity) ||
  other.counts.alarm - one.counts.alarm ||
  (one.rule_id < other.rule_id ? -1 : 1);

/** The rows of a list of rules, the most urgent first. */
export const rowsOf = (
  rules: readonly Rule[],
  evaluations: readonly ShownEvaluation[],
  filter: RuleScope & RuleResultFilter & AgeFilter,
): RuleRow[] =>
  rulesInScope(rules, filter)
    .flatMap((rule) => rowOf(rule, evaluations, requestedBenchmark(filter)) ?? [])
    .filter(isSelectedBy(filter))
    .sort(byUrgency);

/**
 * The earlier results of the same rules for the same integrations. Results that cannot be compared,
 * such as the first scan of an account or a rule that could not run, count as they are now, so that
 * they make no trend. Undefined if nothing can be compared.
 */
const previousCountsOf = (
  rules: readonly Rule[],
  evaluations: readonly ShownEvaluation[],
  previousEvaluations: readonly Evaluation[],
): StatusCounts | undefined => {
  const earlier = new Map(previousEvaluations.map((one) => [one.integration_id, one.rules]));
  let isCompared = false;
  const counts: StatusCounts[] = [];
  for (const { evaluation } of evaluations) {
    for (const { rule_id } of rules) {
      const result = evaluation.rules[rule_id];
      if (!result) continue;
      const earlierResult = earlier.get(evaluation.integration_id)?.[rule_id];
      const isPair =
        earlierResult !== undefined && hasFindings(earlierResult) && hasFindings(result);
      isCompared ||= isPair;
      counts.push(isPair ? earlierResult.counts : result.counts);
    }
  }
  return isCompared ? sumOf(counts) : undefined;
};

/** The results of the rules in the scope, and their earlier results. */
export const summaryOf = (
  rules: readonly Rule[],
  evaluations: readonly ShownEvaluation[],
  previousEvaluations: readonly Evaluation[],
  scope: RuleScope,
): ComplianceSummary => {
  const rows = rowsOf(rules, evaluations, scope);
  const totals = sumOf(rows.map(({ counts }) => counts));
  const previous = previousCountsOf(rulesInScope(rules, scope), evaluations, previousEvaluations);
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
  const times = evaluations.map(({ evaluation }) => evaluation.evaluated_at).sort();
  return {
    criticality,
    total: rows.length,
    total_resources: totalOf(totals),
    ...(previous && { previous_total_resources: totalOf(previous) }),
    run_errors: rows.filter(isObscure).length,
    integrations: evaluations.length,
    oldest_at: times[0],
    newest_at: times.at(-1),
  };
};

/** The columns of the file are fixed, so the details mention findings of an earlier scan. */
export const earlierScanNote = ({
  asked_at,
  run_error,
}: Pick<RuleResult, 'asked_at' | 'run_error'>): string | undefined => {
  if (asked_at === undefined) return undefined;
  const outcomeText = run_error === undefined ? 'did not evaluate' : 'could not evaluate';
  return `The last scan ${outcomeText} this rule. This finding is from the scan of ${asked_at}.`;
};

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

type Day = {
  day: string;
  integration_id: string;
  totals: StatusCounts;
  benchmarks: Record<string, StatusCounts>;
};

type HistoryOptions = {
  benchmark?: BenchmarkGroup | undefined;
  interval?: HistoryInterval | undefined;
};

/** The first day of the interval that contains a day (UTC); weeks begin on Mondays. */
const intervalStartOf = (day: string, interval: HistoryInterval): string => {
  if (interval === 'day') return day;
  if (interval === 'month') return `${day.slice(0, 7)}-01`;
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
  return at.toISOString().slice(0, 10);
};

/** For each interval, oldest first, the results of the last scans of all integrations. */
export const historyOf = (
  days: readonly Day[],
  { benchmark, interval = 'day' }: HistoryOptions,
) => {
  const spans = new Map<string, Map<string, StatusCounts>>();
  for (const one of days.toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
    const { totals, benchmarks, integration_id } = one;
    const begin = intervalStartOf(one.day, interval);
    const span = spans.get(begin) ?? new Map<string, StatusCounts>();
    span.set(
      integration_id,
      benchmark === undefined ? totals : (benchmarks[benchmark] ?? noCounts()),
    );
    spans.set(begin, span);
  }
  return [...spans].map(([day, span]) => ({
    day,
    counts: sumOf(span.values()),
    integrations: span.size,
  }));
};
