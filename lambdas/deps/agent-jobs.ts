import { runningJobs } from '#lib/agent-tasks.ts';
import { db } from './database.ts';
import { files } from './files.ts';
import { clock, log } from './process.ts';
import { runner } from './runner.ts';

/** The jobs of agents: nobody holds a call open for them here. */
export const jobs = runningJobs({ db, files, clock, log, runner });
