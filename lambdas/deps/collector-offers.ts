import {
  type CollectorOffers,
  connectionsIn,
} from '#lib/domain/inventory/scans/collector.rules.ts';
import { environment } from './process.ts';

/** What the operator has for scans besides what there always is. */
export const collectorOffers: CollectorOffers = {
  steampipe: connectionsIn(environment('STEAMPIPE_CONNECTIONS')),
};
