import { removeOrphans } from '#lib/domain/executions/orphans.service.ts';
import { reconcileSchedules } from '#lib/domain/schedules/reconcile.service.ts';
import { deps } from '../deps.ts';

const reconcile = reconcileSchedules(deps);
const clear = removeOrphans(deps);

export const handler = async () => ({ schedules: await reconcile(), orphans: await clear() });
