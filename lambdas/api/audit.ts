import { auditActions } from '#lib/audit-actions.ts';
import { auditRoutes } from '#lib/domain/audit/audit.routes.ts';
import { auditService } from '#lib/domain/audit/audit.service.ts';
import { apiHandler } from '../api-handler.ts';
import { deps } from '../deps.ts';

export const handler = apiHandler(auditRoutes, auditService({ ...deps, auditActions }), deps);
