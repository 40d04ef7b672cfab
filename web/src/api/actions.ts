import { actionRoutes } from '#lib/domain/actions/action.routes.ts';
import { client } from './client.ts';

export const actions = client(actionRoutes);
