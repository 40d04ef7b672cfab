import { cognitoEvents } from '#lib/aws/cognito-events.ts';
import { auditRoutes } from '#lib/domain/audit/audit.routes.ts';
import { auditService } from '#lib/domain/audit/audit.service.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { db } from '../deps/database.ts';

/** Built from all routes, so it is loaded on first use. */
const auditActions = async () => {
  const { auditActionsWith } = await import('#lib/audit-actions.ts');
  return auditActionsWith(cognitoEvents);
};

const service = auditService({ db, auditActions });

export const handler = apiHandler(auditRoutes, service, api);
