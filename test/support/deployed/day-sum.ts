import { daySumStore } from '#lib/domain/executions/history/day-sums.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { type Product, tenantId } from '../deployed-product.ts';

/** Removes the stored sum of a day's runs, as a late count of such a run does. */
export const invalidateDaySum = ({ db }: Product, time: number): Promise<void> =>
  daySumStore({ db, clock: () => Date.now() }, tenantId).changed(isoTime(time).slice(0, 10));
