import { clusterReads } from '#lib/domain/agents/jobs/cluster-reads.service.ts';
import { openCollectors } from '#lib/engine/collectors/collector-for.ts';
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
  collectorFor: openCollectors({ readAws, clusterReads: clusterReads({ db, clock, files }) }),
};
