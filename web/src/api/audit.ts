import { auditRoutes } from '#lib/domain/audit/audit.routes.ts';
import { client } from './client.ts';

export const audit = client(auditRoutes);
