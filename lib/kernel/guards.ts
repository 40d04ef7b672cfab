import type { Route } from './route.ts';

type Guard = Pick<Route, 'method' | 'permission' | 'resource' | 'reads'>;

/**
 * What guards calls, by their keys, for areas and pages that ask whether somebody may make one of
 * them without being it: the call itself would bring its schemas along into every bundle. A test
 * compares each with its route.
 */
export const guards = {
  getBot: { method: 'GET', permission: 'read_bot', resource: 'bot' },
  getExecution: { method: 'GET', permission: 'read_bot_execution', resource: 'bot_execution' },
  startExecution: {
    method: 'POST',
    permission: 'create_bot_execution',
    resource: 'bot_execution',
  },
  getIntegration: { method: 'GET', permission: 'read_integration', resource: 'integration' },
  getListenerEvent: { method: 'GET', permission: 'read_listener', resource: 'listener' },
  queryInventory: {
    method: 'POST',
    reads: true,
    permission: 'read_inventory',
    resource: 'inventory',
  },
  getApproval: { method: 'GET', permission: 'read_approval', resource: 'approval' },
  resolveApproval: { method: 'POST', permission: 'update_approval', resource: 'approval' },
  updateBot: { method: 'PUT', permission: 'update_bot', resource: 'bot' },
  testAction: { method: 'POST', permission: 'test_action', resource: 'action' },
  updateAction: { method: 'PUT', permission: 'update_action', resource: 'action' },
} as const satisfies Record<string, Guard>;
