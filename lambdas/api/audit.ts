import { cognitoEvents } from '#lib/aws/cognito-events.ts';
import { auditRoutes } from '#lib/domain/audit/audit.routes.ts';
import { auditService } from '#lib/domain/audit/audit.service.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { db } from '../deps/database.ts';

/** Made of all routes: loaded by the first call that asks for the list. */
const auditActions = async () => {
  const { auditActionsWith } = await import('#lib/audit-actions.ts');
  return auditActionsWith(cognitoEvents);
};

const service = auditService({ db, auditActions });

export const handler = apiHandler(auditRoutes, service, api);
