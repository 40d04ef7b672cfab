import { credentialRoutes } from '#lib/domain/credentials/credential.routes.ts';
import { client } from './client.ts';

export const credentials = client(credentialRoutes);
