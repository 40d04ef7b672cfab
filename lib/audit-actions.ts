import { type IdentityEventKind, meaningOf } from './domain/account/identity-event.rules.ts';
import type { AuditAction } from './domain/audit/audit.service.ts';
import { refusedAgentCall } from './domain/agents/calls/refused-call.service.ts';
import { recordedSubscription } from './domain/subscriptions/operator.rules.ts';
import { actionOf } from './kernel/route.ts';
import { allRoutes } from './routes.ts';

const ofRoutes = Object.values(allRoutes).flatMap((area) =>
  Object.entries(area).map(([key, { audit }]) => ({ _id: actionOf(key), name: audit })),
);

/**
 * Every action that the audit trail may hold: one per route, events of sign-in pages as far as the
 * user pool reports them (`told`), calls rejected for agents, and what the operator records. Routes
 * and pools both report sign-outs, under one name.
 */
export const auditActionsWith = (told: readonly IdentityEventKind[]): AuditAction[] => [
  ...ofRoutes,
  ...told
    .map((_id) => ({ _id, name: meaningOf(_id).audit }))
    .filter(({ _id }) => ofRoutes.every((one) => one._id !== _id)),
  refusedAgentCall,
  recordedSubscription,
];
