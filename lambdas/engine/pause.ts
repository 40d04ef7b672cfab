import { agentTasks } from '#lib/agent-tasks.ts';
import { pause } from '#lib/engine/pause.ts';
import { db } from '../deps/database.ts';
import { files } from '../deps/files.ts';
import { mail } from '../deps/mail.ts';
import { clock, log } from '../deps/process.ts';
import { realtime } from '../deps/realtime.ts';
import { runner } from '../deps/runner.ts';
import { site } from '../deps/site.ts';
import { tenantHandler } from '../tenant-handler.ts';

const { resume } = runner;
const tasks = agentTasks({ db, files, clock });

export const handler = tenantHandler(
  pause({ db, files, realtime, clock, log, site, mail, tasks, resume }),
);
