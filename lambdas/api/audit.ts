import { auditActions } from '#lib/audit-actions.ts';
import { auditRoutes } from '#lib/domain/audit/audit.routes.ts';
import { auditService } from '#lib/domain/audit/audit.service.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { db } from '../deps/database.ts';

const service = auditService({ db, auditActions });

export const handler = apiHandler(auditRoutes, service, api);
