import { auditActions } from '#lib/audit-actions.ts';
import { auditRoutes } from '#lib/domain/audit/audit.routes.ts';
import { auditService } from '#lib/domain/audit/audit.service.ts';
import { apiHandler } from '../api-handler.ts';
import { deps } from '../deps.ts';

// Named one by one: each part is made where it is read, and needs its variables there.
const { db } = deps;

export const handler = apiHandler(auditRoutes, auditService({ db, auditActions }), deps);
