import { actionCalls } from './action-calls.ts';
import { botCalls } from './bot-calls.ts';
import { agentService } from './domain/agents/agent.service.ts';
import { apiKeyService } from './domain/api-keys/api-key.service.ts';
import { approvalService } from './domain/approvals/approval.service.ts';
import { auditService } from './domain/audit/audit.service.ts';
import { builderService } from './domain/bot-builder/builder.service.ts';
import { chatService } from './domain/chat/chat.service.ts';
import { complianceService } from './domain/compliance/compliance.service.ts';
import { dashboardService } from './domain/dashboards/dashboard.service.ts';
import { executionService } from './domain/executions/execution.service.ts';
import { libraryService } from './domain/library/library.service.ts';
import { listenerService } from './domain/listeners/listener.service.ts';
import { notificationService } from './domain/notifications/notification.service.ts';
import { onboardingService } from './domain/onboarding/onboarding.service.ts';
import { searchService } from './domain/search/search.service.ts';
import { portalService } from './domain/service-portal/portal.service.ts';
import { userInputService } from './domain/user-inputs/user-input.service.ts';
import { userService } from './domain/users/user.service.ts';
import { ticketService } from './domain/ws/ticket.service.ts';
import { integrationCalls } from './integration-calls.ts';
import { inventoryCalls } from './inventory-calls.ts';
import type { Service } from './kernel/route.ts';
import { roleCalls } from './role-calls.ts';
import type { allRoutes, Area } from './routes.ts';
import { subscriptionCalls } from './subscription-calls.ts';

/** The function that opens each area's service; its parameter says what the service needs. */
const serviceOpeners = {
  actions: actionCalls,
  agents: agentService,
  'api-keys': apiKeyService,
  approvals: approvalService,
  audit: auditService,
  'bot-builder': builderService,
  bots: botCalls,
  chat: chatService,
  compliance: complianceService,
  dashboards: dashboardService,
  executions: executionService,
  integrations: integrationCalls,
  inventory: inventoryCalls,
  library: libraryService,
  listeners: listenerService,
  notifications: notificationService,
  onboarding: onboardingService,
  roles: roleCalls,
  search: searchService,
  'service-portal': portalService,
  subscriptions: subscriptionCalls,
  'user-inputs': userInputService,
  users: userService,
  ws: ticketService,
} satisfies { [A in Area]: (deps: never) => Service<(typeof allRoutes)[A]> };

type ServiceOpener = (typeof serviceOpeners)[Area];
type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void
  ? I
  : never;

/** The dependencies of all services together, derived from the functions above. */
export type ServiceDeps = Intersection<NonNullable<Parameters<ServiceOpener>[0]>>;

/** One service for each area. */
export type Services = { [A in Area]: Service<(typeof allRoutes)[A]> };

/** Opens every area's service with the same dependencies. */
export const openServices = (deps: ServiceDeps): Services => {
  const openArea = ([area, serviceFor]: [string, (deps: ServiceDeps) => unknown]) => [
    area,
    serviceFor(deps),
  ];
  return Object.fromEntries(Object.entries(serviceOpeners).map(openArea)) as Services;
};
