import { openRunJobs } from '#lib/agent-tasks.ts';
import { db } from './database.ts';
import { files } from './files.ts';
import { clock, log } from './process.ts';
import { runner } from './runner.ts';

/** The jobs of agents; here, no agent's call is kept waiting for a job. */
export const jobs = openRunJobs({ db, files, clock, log, runner });
