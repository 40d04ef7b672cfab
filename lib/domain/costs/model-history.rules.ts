import { minRunsForCost, type RunCosts } from '../bots/cost.schema.ts';
import { forkPathOf, wholeRun } from '../executions/lanes/lane.rules.ts';
import { middlesOf } from './history.rules.ts';
import type { NodeRecord, RunRecord } from './run-record.schema.ts';

/** How many lanes of an opener ended; lanes cancelled from outside are not counted. */
export const countEndedLanes = ({ lanes }: Pick<NodeRecord, 'lanes'>): number =>
  lanes ? lanes.succeeded + (lanes.rejected ?? 0) + lanes.failed : 0;

/** The sums of a run's model calls; lanes that were not read are taken to be like the others. */
type ModelUsage = {
  questions: number;
  cost: number;
  unpriced: boolean;
  tokens: number;
  /** Whether some models did not report their tokens. */
  uncounted: boolean;
};

const addModelUsage = (sum: ModelUsage, added: ModelUsage, times = 1): ModelUsage => ({
  questions: sum.questions + added.questions * times,
  cost: sum.cost + added.cost * times,
  unpriced: sum.unpriced || added.unpriced,
  tokens: sum.tokens + added.tokens * times,
  uncounted: sum.uncounted || added.uncounted,
});

const noModelUsage: ModelUsage = {
  questions: 0,
  cost: 0,
  unpriced: false,
  tokens: 0,
  uncounted: false,
};

const modelUsageOfNode = ({ answer, cached, skipped }: NodeRecord): ModelUsage => {
  // A result reused from another run was paid for there.
  if (!answer || cached || skipped) return noModelUsage;
  const { cost, tokens } = answer;
  return {
    questions: 1,
    cost: cost ?? 0,
    unpriced: cost === undefined,
    tokens: tokens ?? 0,
    uncounted: tokens === undefined,
  };
};

const modelUsageOfRun = (run: RunRecord): ModelUsage => {
  const byFork = Map.groupBy(run.lanes, ({ lane }) => lane.slice(0, lane.lastIndexOf('.')));

  const usageOf = (results: RunRecord['results'], path: string): ModelUsage =>
    Object.entries(results).reduce((sum, [id, one]) => {
      const lanes = byFork.get(forkPathOf(path, id)) ?? [];
      const times = Math.max(countEndedLanes(one), lanes.length) / Math.max(1, lanes.length);
      return lanes.reduce(
        (inner, { lane, results: laneResults }) =>
          addModelUsage(inner, usageOf(laneResults, lane), times),
        addModelUsage(sum, modelUsageOfNode(one)),
      );
    }, noModelUsage);

  return usageOf(run.results, wholeRun);
};

/** The median, for an even number the mean of the two middle ones; undefined for an empty list. */
const median = (amounts: readonly number[]): number | undefined => {
  const [low, high] = middlesOf(amounts.toSorted((a, b) => a - b));
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
};

/** What the models of a bot's runs cost, by the runs that called one; undefined if too few did. */
export const modelCostsOf = (runs: readonly RunRecord[]): RunCosts['models'] => {
  const usages = runs.map(modelUsageOfRun).filter(({ questions }) => questions > 0);
  const costs = usages.map(({ cost }) => cost);
  const medianCost = median(costs);
  if (costs.length < minRunsForCost || medianCost === undefined) return undefined;
  const tokenCounts = usages.filter(({ uncounted }) => !uncounted).map(({ tokens }) => tokens);
  const tokens = median(tokenCounts);
  return {
    runs: costs.length,
    median: medianCost,
    highest: Math.max(...costs),
    unpriced: usages.some((one) => one.unpriced),
    ...(tokens !== undefined && { tokens: Math.round(tokens) }),
  };
};
