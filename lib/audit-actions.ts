import { type IdentityEventKind, meaningOf } from './domain/account/identity-event.rules.ts';
import type { AuditAction } from './domain/audit/audit.service.ts';
import { refusedCallAuditAction } from './domain/agents/calls/refused-call.service.ts';
import { auditAction } from './domain/subscriptions/operator.rules.ts';
import { auditActionOf } from './kernel/route.ts';
import { allRoutes } from './routes.ts';

const routeActions = Object.values(allRoutes).flatMap((area) =>
  Object.entries(area).map(([key, { audit }]) => ({ _id: auditActionOf(key), name: audit })),
);

/**
 * Every action that the audit trail may hold: one per route, events of sign-in pages as far as the
 * user pool reports them (`reportedKinds`), calls rejected for agents, and what the operator
 * records. Routes and pools both report sign-outs, under one name.
 */
export const auditActionsWith = (reportedKinds: readonly IdentityEventKind[]): AuditAction[] => [
  ...routeActions,
  ...reportedKinds
    .map((_id) => ({ _id, name: meaningOf(_id).audit }))
    .filter(({ _id }) => routeActions.every((one) => one._id !== _id)),
  refusedCallAuditAction,
  auditAction,
];
