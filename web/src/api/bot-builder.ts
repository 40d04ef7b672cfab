import { builderRoutes } from '#lib/domain/bot-builder/builder.routes.ts';
import { client } from './client.ts';

export const botBuilder = client(builderRoutes);
