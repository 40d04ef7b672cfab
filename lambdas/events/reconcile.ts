import { reconcileSchedules } from '#lib/domain/schedules/reconcile.service.ts';
import { deps } from '../deps.ts';

export const handler = reconcileSchedules(deps);
