import { auditActionsWith } from '#lib/audit-actions.ts';
import { cognitoEvents } from '#lib/aws/cognito-events.ts';
import { auditRoutes } from '#lib/domain/audit/audit.routes.ts';
import { auditService } from '#lib/domain/audit/audit.service.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { db } from '../deps/database.ts';

const service = auditService({ db, auditActions: auditActionsWith(cognitoEvents) });

export const handler = apiHandler(auditRoutes, service, api);
