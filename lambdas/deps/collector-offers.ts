import {
  type CollectorOffers,
  connectionsIn,
} from '#lib/domain/inventory/scans/collector.rules.ts';
import { environment } from './process.ts';

/** The optional collectors that the operator has set up. */
export const collectorOffers: CollectorOffers = {
  steampipe: connectionsIn(environment('STEAMPIPE_CONNECTIONS')),
};
