import { listenerRoutes } from '#lib/domain/listeners/listener.routes.ts';
import { client } from './client.ts';

export const listeners = client(listenerRoutes);
