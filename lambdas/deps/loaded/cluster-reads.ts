import { clusterReads } from '#lib/domain/agents/jobs/cluster-reads.service.ts';
import { db } from '../database.ts';
import { files } from '../files.ts';
import { clock } from '../process.ts';

export const reads = clusterReads({ db, clock, files });
