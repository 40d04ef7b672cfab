import {
  type CollectorOffers,
  parseConnections,
} from '#lib/domain/inventory/scans/collector.rules.ts';
import { environment } from './process.ts';

/** The optional collectors that the operator has set up. */
export const collectorOffers: CollectorOffers = {
  steampipe: parseConnections(environment('STEAMPIPE_CONNECTIONS')),
};
