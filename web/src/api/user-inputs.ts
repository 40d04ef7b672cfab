import { userInputRoutes } from '#lib/domain/user-inputs/user-input.routes.ts';
import { client } from './client.ts';

export const userInputs = client(userInputRoutes);
