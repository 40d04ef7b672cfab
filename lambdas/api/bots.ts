import { botRoutes } from '#lib/domain/bots/bot.routes.ts';
import { botService } from '#lib/domain/bots/bot.service.ts';
import { apiHandler } from '../api-handler.ts';
import { deps } from '../deps.ts';

export const handler = apiHandler(botRoutes, botService(deps), deps);
