import type { Route } from './route.ts';

type Guard = Pick<Route, 'method' | 'permission' | 'resource' | 'reads'>;

const guardFor =
  (method: Guard['method'], action: string) =>
  (resource: string): Guard => ({ method, permission: `${action}_${resource}`, resource });

const reads = guardFor('GET', 'read');
const creates = guardFor('POST', 'create');
const updates = guardFor('PUT', 'update');
/** Answers, messages and decisions are sent by POST, but need the right to update. */
const answers = guardFor('POST', 'update');

/**
 * The guards of calls, by route key, for areas and pages that need to know whether a call is
 * allowed without importing it: the route would bring its schemas into every bundle. A test
 * compares each with its route.
 */
export const guards = {
  getBot: reads('bot'),
  listBots: reads('bot'),
  createBot: creates('bot'),
  updateBot: updates('bot'),
  getExecution: reads('bot_execution'),
  listExecutions: reads('bot_execution'),
  startExecution: creates('bot_execution'),
  getChatThread: reads('bot_execution'),
  listChatMessages: reads('bot_execution'),
  sendChatMessage: answers('bot_execution'),
  listPortalApps: reads('service_portal'),
  getPortalRun: reads('service_portal'),
  listPortalMessages: reads('service_portal'),
  sendPortalMessage: {
    method: 'POST',
    permission: 'update_service_portal_run',
    resource: 'service_portal',
  },
  getIntegration: reads('integration'),
  listIntegrations: reads('integration'),
  createIntegration: creates('integration'),
  updateIntegration: updates('integration'),
  listListeners: reads('listener'),
  createListener: creates('listener'),
  getListenerEvent: reads('listener'),
  queryInventory: { ...reads('inventory'), method: 'POST', reads: true },
  getInventoryExecution: reads('inventory'),
  listComplianceRules: reads('inventory'),
  listOwnRules: reads('compliance_rule'),
  createOwnRule: creates('compliance_rule'),
  getApproval: reads('approval'),
  listApprovals: reads('approval'),
  resolveApproval: answers('approval'),
  getUserInput: reads('user_input'),
  listUserInputs: reads('user_input'),
  submitUserInput: answers('user_input'),
  listActions: reads('action'),
  testAction: guardFor('POST', 'test')('action'),
  updateAction: updates('action'),
  listDashboards: reads('dashboard'),
  getPlanUsage: reads('subscription'),
  createDashboard: creates('dashboard'),
  listAgents: reads('agent'),
  listLibraryBots: reads('library'),
  listUsers: reads('user'),
  createUser: creates('user'),
  listRoles: reads('role'),
  createRole: creates('role'),
  createApiKey: creates('api_key'),
  listAuditTrails: reads('audit_trail'),
} as const satisfies Record<string, Guard>;
