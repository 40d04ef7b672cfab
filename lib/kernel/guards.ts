import type { Route } from './route.ts';

type Guard = Pick<Route, 'method' | 'permission' | 'resource' | 'reads'>;

const guardFor =
  (method: Guard['method'], action: string) =>
  (resource: string): Guard => ({ method, permission: `${action}_${resource}`, resource });

/** The guard of a call that reads a list or a thing. */
export const readGuard = guardFor('GET', 'read');
/** The guard of a call that creates a thing. */
export const createGuard = guardFor('POST', 'create');
const updates = guardFor('PUT', 'update');
/** Answers, messages and decisions are sent by POST, but need the right to update. */
const answers = guardFor('POST', 'update');

/**
 * The guards of calls, by route key, for areas and pages that need to know whether a call is
 * allowed without importing it: the route would bring its schemas into every bundle. A test
 * compares each with its route.
 */
export const guards = {
  getBot: readGuard('bot'),
  listBots: readGuard('bot'),
  createBot: createGuard('bot'),
  updateBot: updates('bot'),
  getExecution: readGuard('bot_execution'),
  listExecutions: readGuard('bot_execution'),
  startExecution: createGuard('bot_execution'),
  getChatThread: readGuard('bot_execution'),
  listChatMessages: readGuard('bot_execution'),
  sendChatMessage: answers('bot_execution'),
  listPortalApps: readGuard('service_portal'),
  getPortalRun: readGuard('service_portal'),
  listPortalMessages: readGuard('service_portal'),
  sendPortalMessage: {
    method: 'POST',
    permission: 'update_service_portal_run',
    resource: 'service_portal',
  },
  getIntegration: readGuard('integration'),
  listIntegrations: readGuard('integration'),
  createIntegration: createGuard('integration'),
  updateIntegration: updates('integration'),
  listListeners: readGuard('listener'),
  createListener: createGuard('listener'),
  getListenerEvent: readGuard('listener'),
  queryInventory: { ...readGuard('inventory'), method: 'POST', reads: true },
  getInventoryExecution: readGuard('inventory'),
  listComplianceRules: readGuard('inventory'),
  listOwnRules: readGuard('compliance_rule'),
  getApproval: readGuard('approval'),
  listApprovals: readGuard('approval'),
  resolveApproval: answers('approval'),
  getUserInput: readGuard('user_input'),
  listUserInputs: readGuard('user_input'),
  submitUserInput: answers('user_input'),
  listActions: readGuard('action'),
  testAction: guardFor('POST', 'test')('action'),
  updateAction: updates('action'),
  listDashboards: readGuard('dashboard'),
  getPlanUsage: readGuard('subscription'),
  createDashboard: createGuard('dashboard'),
  listAgents: readGuard('agent'),
  listUsers: readGuard('user'),
  createUser: createGuard('user'),
  createApiKey: createGuard('api_key'),
} as const satisfies Record<string, Guard>;
