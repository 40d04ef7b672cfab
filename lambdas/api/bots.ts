import { botRoutes } from '#lib/domain/bots/bot.routes.ts';
import { botService } from '#lib/domain/bots/bot.service.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { bus } from '../deps/bus.ts';
import { db } from '../deps/database.ts';
import { check, problemOf, recordedUsage } from '../deps/engine.ts';
import { clock } from '../deps/process.ts';
import { realtime } from '../deps/realtime.ts';
import { scheduler } from '../deps/scheduler.ts';

const service = botService({
  db,
  clock,
  bus,
  realtime,
  scheduler,
  check,
  problemOf,
  recordedUsage,
});

export const handler = apiHandler(botRoutes, service, api);
