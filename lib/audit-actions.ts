import type { AuditAction } from './domain/audit/audit.service.ts';
import { actionOf } from './kernel/route.ts';
import { allRoutes } from './routes.ts';

/** Every action that the audit trail may hold: one a route, in the words of its entry. */
export const auditActions: AuditAction[] = Object.values(allRoutes).flatMap((area) =>
  Object.entries(area).map(([key, { audit }]) => ({ _id: actionOf(key), name: audit })),
);
