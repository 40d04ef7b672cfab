import { actionRoutes } from './domain/actions/action.routes.ts';
import { agentRoutes } from './domain/agents/agent.routes.ts';
import { apiKeyRoutes } from './domain/api-keys/api-key.routes.ts';
import { approvalRoutes } from './domain/approvals/approval.routes.ts';
import { auditRoutes } from './domain/audit/audit.routes.ts';
import { builderRoutes } from './domain/bot-builder/builder.routes.ts';
import { botRoutes } from './domain/bots/bot.routes.ts';
import { chatRoutes } from './domain/chat/chat.routes.ts';
import { complianceRoutes } from './domain/compliance/compliance.routes.ts';
import { dashboardRoutes } from './domain/dashboards/dashboard.routes.ts';
import { executionRoutes } from './domain/executions/execution.routes.ts';
import { integrationRoutes } from './domain/integrations/integration.routes.ts';
import { inventoryRoutes } from './domain/inventory/inventory.routes.ts';
import { libraryRoutes } from './domain/library/library.routes.ts';
import { listenerRoutes } from './domain/listeners/listener.routes.ts';
import { notificationRoutes } from './domain/notifications/notification.routes.ts';
import { onboardingRoutes } from './domain/onboarding/onboarding.routes.ts';
import { roleRoutes } from './domain/roles/role.routes.ts';
import { searchRoutes } from './domain/search/search.routes.ts';
import { portalRoutes } from './domain/service-portal/portal.routes.ts';
import { subscriptionRoutes } from './domain/subscriptions/subscription.routes.ts';
import { userInputRoutes } from './domain/user-inputs/user-input.routes.ts';
import { userRoutes } from './domain/users/user.routes.ts';
import { ticketRoutes } from './domain/ws/ticket.routes.ts';

/**
 * Every HTTP route by area. The area's name is also its folder, its Lambda and its client object.
 */
export const allRoutes = {
  actions: actionRoutes,
  agents: agentRoutes,
  'api-keys': apiKeyRoutes,
  approvals: approvalRoutes,
  audit: auditRoutes,
  bots: botRoutes,
  'bot-builder': builderRoutes,
  chat: chatRoutes,
  compliance: complianceRoutes,
  dashboards: dashboardRoutes,
  executions: executionRoutes,
  integrations: integrationRoutes,
  inventory: inventoryRoutes,
  library: libraryRoutes,
  listeners: listenerRoutes,
  notifications: notificationRoutes,
  onboarding: onboardingRoutes,
  roles: roleRoutes,
  search: searchRoutes,
  'service-portal': portalRoutes,
  subscriptions: subscriptionRoutes,
  'user-inputs': userInputRoutes,
  users: userRoutes,
  ws: ticketRoutes,
};

export type Area = keyof typeof allRoutes;

/** The public API's path of listeners; a type contains no underscore. */
export const webhookPath = 'integrations/{type}/webhook/{listener_id}';

/** The public API's path that agents call. */
export const agentPath = 'agents/{tenant_id}/{agent_id}/{call}';
