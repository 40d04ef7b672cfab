import { openCollectors } from '#lib/engine/collectors/collector-for.ts';
import { collectorOffers } from './collector-offers.ts';
import { db } from './database.ts';
import { files } from './files.ts';
import { clock, log } from './process.ts';
import { readAws } from './read-aws.ts';
import { realtime } from './realtime.ts';

/** What the steps of a scan work with. */
export const scanning = {
  db,
  files,
  realtime,
  clock,
  log,
  collectorFor: openCollectors({
    clock,
    readAws,
    clusterReads: async () => (await import('./loaded/cluster-reads.ts')).reads,
    offers: collectorOffers,
    steampipe: async () => (await import('./loaded/steampipe-address.ts')).steampipeAddress(),
  }),
};
