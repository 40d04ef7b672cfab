import { pathTo } from '#lib/pages.ts';
import { type BenchmarkGroup, benchmarkGroups } from '../../compliance/benchmark.schema.ts';
import { resultText } from '../../compliance/criticality.rules.ts';
import {
  benchmarkTotals,
  unevaluatedRules,
} from '../../compliance/evaluations/evaluation.rules.ts';
import type {
  ComplianceTotals,
  Evaluation,
} from '../../compliance/evaluations/evaluation.schema.ts';
import type { StatusCounts } from '../../compliance/findings/finding.schema.ts';
import { sumOf } from '../../compliance/findings/findings.rules.ts';
import type { FindingStatus, Rule } from '../../compliance/rule.schema.ts';
import { type InventoryType, inventoryTypes } from '../../inventory/inventoried-clouds.schema.ts';
import { cloudNames } from '../widgets/catalogue.schema.ts';
import type { Meaning, WidgetData } from '../widgets/data.schema.ts';
import { meaningOfShare } from '../widgets/share.rules.ts';
import { type Buckets, dailyDataNotes } from '../widgets/time-range.rules.ts';

/** In display order, the worst first. */
const statuses = ['alarm', 'error', 'info', 'skip', 'ok'] as const satisfies FindingStatus[];

const meanings: Record<FindingStatus, Meaning> = {
  alarm: 'critical',
  error: 'medium',
  info: 'info',
  skip: 'neutral',
  ok: 'positive',
};

const complianceLinkOf = (filter: {
  integrationType?: InventoryType | undefined;
  criticality?: FindingStatus | undefined;
  benchmarkType?: BenchmarkGroup | undefined;
}): string => {
  const { integrationType, criticality, benchmarkType } = filter;
  // Unevaluated resources have a filter of their own, which also counts rules that failed.
  const statusFilter = criticality === 'error' ? { runError: 'true' } : { criticality };
  return pathTo('compliance', {}, { integrationType, ...statusFilter, benchmarkType });
};

type EvaluatedRules = Pick<Evaluation, 'integration_type' | 'rules'>;

const evaluationsOfCloud = (evaluations: readonly EvaluatedRules[], type: InventoryType) =>
  evaluations.filter(({ integration_type }) => integration_type === type);

/** The results of the rules for the resources of a cloud. */
export const criticalityParts = (
  evaluations: readonly EvaluatedRules[],
  rules: readonly Rule[],
  type: InventoryType,
): WidgetData => {
  // Not the stored totals, which still count own rules that are disabled or deleted.
  const counts = sumOf(
    evaluationsOfCloud(evaluations, type).flatMap((one) =>
      rules.flatMap(({ rule_id }) => one.rules[rule_id]?.counts ?? []),
    ),
  );
  const parts = statuses
    .map((status) => ({
      name: resultText(status),
      value: counts[status],
      meaning: meanings[status],
      link: complianceLinkOf({ integrationType: type, criticality: status }),
    }))
    .filter(({ value }) => value > 0);
  return { kind: 'parts', unit: 'count', parts };
};

/** Counts and percentage of a benchmark, from failing and passing resources only. */
const shareOf = ({ ok, alarm }: StatusCounts) => ({
  passed: ok,
  failed: alarm,
  percent: ok + alarm === 0 ? 0 : Math.floor((100 * ok) / (ok + alarm)),
});

type ByBenchmark = ReadonlyMap<BenchmarkGroup, StatusCounts>;

const countsByBenchmark = (
  evaluations: readonly EvaluatedRules[],
  rules: readonly Rule[],
  type: InventoryType,
): ByBenchmark => {
  const totals = benchmarkTotals(evaluationsOfCloud(evaluations, type), rules);
  return new Map(
    benchmarkGroups.flatMap((name) => {
      const counts = totals[name];
      return counts && counts.ok + counts.alarm > 0 ? [[name, counts] as const] : [];
    }),
  );
};

/** Per benchmark, how many rules could not be evaluated in some account of a cloud. */
const unevaluatedCounter = (
  evaluations: readonly EvaluatedRules[],
  rules: readonly Rule[],
  type: InventoryType,
) => {
  const all = evaluationsOfCloud(evaluations, type).flatMap((one) =>
    unevaluatedRules(one.rules, rules),
  );
  return (name: BenchmarkGroup): number =>
    new Set(all.flatMap((one) => (one.benchmark === name ? one.rule_id : []))).size;
};

/** How much of each benchmark passes in a cloud, and how many rules could not be evaluated. */
export const benchmarkTable = (
  evaluations: readonly EvaluatedRules[],
  rules: readonly Rule[],
  type: InventoryType,
): WidgetData => {
  const unevaluatedOf = unevaluatedCounter(evaluations, rules, type);
  return {
    kind: 'table',
    columns: [
      { name: 'Benchmark', kind: 'text' },
      { name: 'Passed', kind: 'number' },
      { name: 'Failed', kind: 'number' },
      { name: 'Rules not evaluated', kind: 'number' },
      { name: 'Share passed', kind: 'percent' },
    ],
    rows: [...countsByBenchmark(evaluations, rules, type)].map(([name, counts]) => {
      const { passed, failed, percent } = shareOf(counts);
      return {
        cells: [name, passed, failed, unevaluatedOf(name), percent],
        meaning: meaningOfShare(percent),
        link: complianceLinkOf({
          integrationType: type,
          criticality: 'alarm',
          benchmarkType: name,
        }),
      };
    }),
  };
};

/** The same for all evaluated clouds, side by side. */
export const benchmarkHeatmap = (
  evaluations: readonly EvaluatedRules[],
  rules: readonly Rule[],
): WidgetData => {
  const clouds = inventoryTypes.filter((type) => evaluationsOfCloud(evaluations, type).length > 0);
  const found = clouds.map((type) => ({
    type,
    shares: countsByBenchmark(evaluations, rules, type),
  }));
  const rows = benchmarkGroups
    .filter((name) => found.some(({ shares }) => shares.has(name)))
    .map((name) => ({
      name,
      cells: found.map(({ type, shares }) => {
        const counts = shares.get(name);
        const link = complianceLinkOf({
          integrationType: type,
          criticality: 'alarm',
          benchmarkType: name,
        });
        return counts ? { ...shareOf(counts), link } : null;
      }),
    }));
  return { kind: 'heatmap', columns: clouds.map((type) => cloudNames[type]), rows };
};

const countsOverTime = (
  days: readonly ComplianceTotals[],
  { starts }: Buckets,
): (StatusCounts | null)[] => {
  const last = new Map<string, StatusCounts>();
  let next = 0;
  return starts.map((start) => {
    for (; (days[next]?.day ?? '~') <= start.slice(0, 10); next += 1) {
      const one = days[next];
      if (one) last.set(one.integration_id, one.totals);
    }
    return last.size === 0 ? null : sumOf(last.values());
  });
};

/** The results of the rules day by day, the oldest first; for one cloud, or for all. */
export const complianceHistory = (
  days: readonly ComplianceTotals[],
  buckets: Buckets,
  type?: InventoryType,
): WidgetData => {
  const typeDays = days.filter((one) => type === undefined || one.integration_type === type);
  const counts = countsOverTime(typeDays, buckets);
  const series = statuses.map((status) => ({
    name: resultText(status),
    values: counts.map((one) => (one ? one[status] : null)),
    meaning: meanings[status],
    link: complianceLinkOf({ integrationType: type, criticality: status }),
  }));
  return {
    kind: 'history',
    unit: 'count',
    interval: buckets.interval,
    times: buckets.starts,
    stacked: true,
    series: series.filter(({ values }) => values.some((value) => (value ?? 0) > 0)),
    notes: dailyDataNotes(buckets),
  };
};
