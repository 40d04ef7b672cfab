import { botRoutes } from '#lib/domain/bots/bot.routes.ts';
import { botCalls } from '#lib/bot-calls.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { bus } from '../deps/bus.ts';
import { db } from '../deps/database.ts';
import { check, graphCalls, keyProblem, recordedUsage } from '../deps/engine.ts';
import { clock } from '../deps/process.ts';
import { realtime } from '../deps/realtime.ts';
import { scheduler } from '../deps/scheduler.ts';

/** On the main thread, as a function serves one call at a time; loaded on first use. */
const readBot = async (text: string) =>
  (await import('#lib/domain/bots/bot-text.rules.ts')).readBot(text);

const service = botCalls({
  db,
  clock,
  bus,
  realtime,
  scheduler,
  check,
  graphCalls,
  keyProblem,
  recordedUsage,
  readBot,
});

export const handler = apiHandler(botRoutes, service, api);
