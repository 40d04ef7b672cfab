import { tick } from '#lib/domain/schedules/schedule.schema.ts';
import { tickHandler } from '#lib/schedules.ts';
import { db } from '../deps/database.ts';
import { evaluateKey } from '../deps/engine.ts';
import { files } from '../deps/files.ts';
import { clock, log } from '../deps/process.ts';
import { runner, scanner } from '../deps/runner.ts';
import { tenantHandler } from '../tenant-handler.ts';

const handleTick = tickHandler({ db, clock, log, files, runner, scanner, evaluateKey });

export const handler = tenantHandler((event) => handleTick(tick.parse(event)));
