import { fewestRuns, type RunCosts } from '../bots/cost.schema.ts';
import { forkOf, wholeRun } from '../executions/lanes/lane.rules.ts';
import type { RunRecord, Visited } from './run-record.schema.ts';

/** How the lanes of an opener ended; those of one that was ended from outside were not counted. */
export const endedLanes = ({ lanes }: Pick<Visited, 'lanes'>): number =>
  lanes ? lanes.succeeded + (lanes.rejected ?? 0) + lanes.failed : 0;

/** What a run's questions to models came to; lanes that were not read are like those that were. */
type Asked = { questions: number; cost: number; unpriced: boolean };

const add = (sum: Asked, more: Asked, times = 1): Asked => ({
  questions: sum.questions + more.questions * times,
  cost: sum.cost + more.cost * times,
  unpriced: sum.unpriced || more.unpriced,
});

const nothing: Asked = { questions: 0, cost: 0, unpriced: false };

const askedBy = ({ answer, cached, skipped }: Visited): Asked => {
  // A result that was kept from another run was paid for there.
  if (!answer || cached || skipped) return nothing;
  return { questions: 1, cost: answer.cost ?? 0, unpriced: answer.cost === undefined };
};

const askedIn = (run: RunRecord): Asked => {
  const byFork = Map.groupBy(run.lanes, ({ lane }) => lane.slice(0, lane.lastIndexOf('.')));

  const of = (results: RunRecord['results'], path: string): Asked =>
    Object.entries(results).reduce((sum, [id, one]) => {
      const lanes = byFork.get(forkOf(path, id)) ?? [];
      const times = Math.max(endedLanes(one), lanes.length) / Math.max(1, lanes.length);
      return lanes.reduce(
        (inner, { lane, results: inside }) => add(inner, of(inside, lane), times),
        add(sum, askedBy(one)),
      );
    }, nothing);

  return of(run.results, wholeRun);
};

/** What the models of a bot's runs cost, by those runs that asked one; undefined for too few. */
export const modelCostsOf = (runs: readonly RunRecord[]): RunCosts['models'] => {
  const asked = runs.map(askedIn).filter(({ questions }) => questions > 0);
  const costs = asked.map(({ cost }) => cost).sort((a, b) => a - b);
  const [low, high] = [costs[(costs.length - 1) >> 1], costs[costs.length >> 1]];
  const highest = costs.at(-1);
  if (costs.length < fewestRuns || low === undefined || high === undefined) return undefined;
  if (highest === undefined) return undefined;
  const unpriced = asked.some((one) => one.unpriced);
  return { runs: costs.length, median: (low + high) / 2, highest, unpriced };
};
