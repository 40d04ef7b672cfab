import { badRequest } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import { isFinal } from '../execution.rules.ts';
import type { executionRoutes } from '../execution.routes.ts';
import { type Execution, executionStates } from '../execution.schema.ts';
import type { CountedRun } from './counter.rules.ts';
import { botTypeOf } from './history.rules.ts';
import { intervalStartOf, sumByInterval } from './statistics.rules.ts';
import { maxRangeDays } from './statistics.schema.ts';
import type { CounterDeps } from './day-sums.store.ts';
import { statisticsStore } from './statistics.store.ts';

type EndedRun = Pick<Execution, 'tenant_id' | '_id' | 'bot_id' | 'state' | 'outcome' | 'trigger'> &
  Pick<Execution, 'category' | 'importance' | 'minutes_saved' | 'cost'> &
  Pick<Execution, 'updated_at' | 'finished_at' | 'options'>;

/** The numbers of a run. It saved time only if it succeeded and people did not reject it. */
const countedRunOf = (run: EndedRun): CountedRun => {
  const { _id, bot_id, state, outcome, trigger, category, importance } = run;
  const { updated_at, finished_at = updated_at, cost = 0, minutes_saved = 0 } = run;
  const decisionKind = outcome === 'failed' ? undefined : outcome;
  const isRefused = decisionKind === 'rejected' || decisionKind === 'expired';
  return {
    _id,
    bot_id,
    kind: { state, bot_type: botTypeOf(trigger), category, importance, outcome: decisionKind },
    ended_at: finished_at,
    cost,
    minutes_saved: state === 'SUCCEEDED' && !isRefused ? minutes_saved : 0,
  };
};

/**
 * Counts a run that has just ended, for the dashboards; dry runs are not counted. Only for the
 * process that wrote the end, before others can know of it; they use `countRunOnce`.
 */
export const countRun = async (deps: CounterDeps, run: EndedRun): Promise<void> => {
  if (run.options.dry_run) return;
  await statisticsStore(deps, run.tenant_id).add(countedRunOf(run));
};

/** Counts a run that others may count too, only once. `isSettled` reads its current state. */
export const countRunOnce = async (
  deps: CounterDeps,
  run: EndedRun,
  isSettled: () => Promise<boolean>,
): Promise<void> => {
  if (run.options.dry_run) return;
  await statisticsStore(deps, run.tenant_id).addAgain(countedRunOf(run), isSettled);
};

/** Called when the run is settled, so nobody will count it again. */
export const forgetCounted = (deps: CounterDeps, run: EndedRun): void => {
  if (!run.options.dry_run) statisticsStore(deps, run.tenant_id).markSettled(countedRunOf(run));
};

const unfinishedStates = executionStates.filter((state) => !isFinal(state));

const dayMs = 24 * 3600_000;

type StatisticsCalls = Pick<Service<typeof executionRoutes>, 'getRunStatistics'>;

/** Calls on statistics of runs, one function per route. */
export const statisticsCalls = (deps: CounterDeps): StatisticsCalls => ({
  async getRunStatistics({ tenant_id }, { from, to, interval }) {
    const days = (Date.parse(to) - Date.parse(from)) / dayMs;
    if (days <= 0) throw badRequest('The end must be after the beginning.', { field: 'to' });
    if (days > maxRangeDays[interval]) {
      const message = `Ask for at most ${maxRangeDays[interval]} days by ${interval}.`;
      throw badRequest(message, { field: 'from' });
    }
    const store = statisticsStore(deps, tenant_id);
    const first = intervalStartOf('day', from).slice(0, 10);
    const last = intervalStartOf('day', to).slice(0, 10);
    const [{ hours }, open] = await Promise.all([
      store.between(first, last, 'hour'),
      Promise.all(
        unfinishedStates.map(async (state) => ({ state, count: await store.countOpen(state) })),
      ),
    ]);
    return { items: sumByInterval(hours, { from, to, interval }), open };
  },
});
