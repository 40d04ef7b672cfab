import { openCollectors } from '#lib/engine/collectors/collector-for.ts';
import { collectorOffers } from './collector-offers.ts';
import { clock } from './process.ts';
import { readAws } from './read-aws.ts';

/** Chooses the collector of an integration, for scans and for live queries. */
export const collectorFor = openCollectors({
  clock,
  readAws,
  clusterReads: async () => (await import('./loaded/cluster-reads.ts')).reads,
  offers: collectorOffers,
  steampipe: async () => (await import('./loaded/steampipe-address.ts')).steampipeAddress(),
});
