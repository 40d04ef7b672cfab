import type { Database } from '#lib/kernel/database.ts';
import { badRequest } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import { isFinal } from '../execution.rules.ts';
import type { executionRoutes } from '../execution.routes.ts';
import { type Execution, executionStates } from '../execution.schema.ts';
import { botTypeOf } from './history.rules.ts';
import { startOf, sumUp } from './statistics.rules.ts';
import { longestRange } from './statistics.schema.ts';
import { statisticsStore } from './statistics.store.ts';

/**
 * Counts a run that has ended, for the dashboards; a dry run did nothing that counts. To be told
 * once a run; a second telling that follows soon changes nothing.
 */
export const countRun = async (
  db: Database,
  run: Pick<Execution, 'tenant_id' | '_id' | 'state' | 'trigger' | 'category' | 'importance'> &
    Pick<Execution, 'updated_at' | 'finished_at' | 'options'>,
): Promise<void> => {
  const { tenant_id, _id, state, trigger, category, importance, options } = run;
  if (options.dry_run) return;
  const { updated_at, finished_at = updated_at } = run;
  const kind = { state, bot_type: botTypeOf(trigger), category, importance };
  await statisticsStore(db, tenant_id).add(_id, kind, finished_at);
};

const openStates = executionStates.filter((state) => !isFinal(state));

const dayMs = 24 * 3600_000;

type StatisticsCalls = Pick<Service<typeof executionRoutes>, 'getRunStatistics'>;

/** Numbers about runs, one function a route. */
export const statisticsCalls = ({ db }: { db: Database }): StatisticsCalls => ({
  async getRunStatistics({ tenant_id }, { from, to, interval }) {
    const days = (Date.parse(to) - Date.parse(from)) / dayMs;
    if (days <= 0) throw badRequest('The end must be after the beginning.', { field: 'to' });
    if (days > longestRange[interval]) {
      const message = `Ask for at most ${longestRange[interval]} days by ${interval}.`;
      throw badRequest(message, { field: 'from' });
    }
    const store = statisticsStore(db, tenant_id);
    const first = startOf('day', from).slice(0, 10);
    const last = startOf('day', to).slice(0, 10);
    const [hours, open] = await Promise.all([
      store.between(first, last),
      Promise.all(
        openStates.map(async (state) => ({ state, count: await store.countOpen(state) })),
      ),
    ]);
    return { items: sumUp(hours, { from, to, interval }), open };
  },
});
