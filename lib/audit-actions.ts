import { identityEvents } from './domain/account/identity-event.rules.ts';
import type { AuditAction } from './domain/audit/audit.service.ts';
import { actionOf } from './kernel/route.ts';
import { allRoutes } from './routes.ts';

const ofRoutes = Object.values(allRoutes).flatMap((area) =>
  Object.entries(area).map(([key, { audit }]) => ({ _id: actionOf(key), name: audit })),
);

const atSignIn = Object.entries(identityEvents).map(([_id, { audit }]) => ({ _id, name: audit }));

/**
 * Every action that the audit trail may hold: one a route, and what people do where they sign in.
 * Signing out is told by either, under one name.
 */
export const auditActions: AuditAction[] = [
  ...ofRoutes,
  ...atSignIn.filter(({ _id }) => ofRoutes.every((one) => one._id !== _id)),
];
