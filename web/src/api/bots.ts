import { botRoutes } from '#lib/domain/bots/bot.routes.ts';
import { client } from './client.ts';

export const bots = client(botRoutes);
