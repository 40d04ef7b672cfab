import { complianceRoutes } from '#lib/domain/compliance/compliance.routes.ts';
import { client } from './client.ts';

export const compliance = client(complianceRoutes);
