import type { Area } from '#lib/routes.ts';
import { type FunctionSpec, pushing, reading, starting, type TableUse } from './function-spec.ts';

/** What people do and are refused is told; only the record of a call that writes is concluded. */
const telling: Record<string, TableUse[]> = { audit_records: ['put', 'update'] };

/** Who calls is read anew on every call (`readCaller`). */
const api = (spec: Pick<FunctionSpec, 'tables' | 'needs' | 'variables'>): FunctionSpec => ({
  timeout: 28,
  memory: 512,
  ...spec,
  tables: { ...reading, ...telling, ...spec.tables },
  needs: ['read hash secret', ...(spec.needs ?? [])],
});

/** One function an area of the API. */
export const apiFunctions: { [A in Area as `api/${A}`]: FunctionSpec } = {
  'api/api-keys': api({
    tables: { api_keys: ['get', 'query by_owner', 'put', 'delete'] },
  }),
  'api/approvals': api({
    tables: { approvals: ['get', 'query', 'list by_node', 'update'], ...pushing },
    needs: ['publish facts', 'push frames'],
  }),
  'api/audit': api({
    tables: {
      audit_records: ['get', 'query', 'query by_user', 'query by_action', 'put'],
      users: ['get', 'query'],
    },
  }),
  'api/bots': api({
    tables: {
      bots: ['get', 'query', 'put', 'update', 'delete'],
      bot_versions: ['get', 'query', 'put', 'update', 'delete'],
      bot_editors: ['query', 'put', 'delete'],
      credentials: ['get'],
      listeners: ['get'],
      executions: ['get', 'query by_bot_state', 'query queue', 'update'],
      execution_lanes: ['query'],
      ...pushing,
    },
    needs: ['change schedules', 'publish facts', 'push frames'],
  }),
  'api/credentials': api({
    tables: { credentials: ['get', 'query', 'put', 'update', 'delete'] },
    needs: ['seal secrets'],
  }),
  'api/executions': api({
    tables: {
      executions: [
        'get',
        'query',
        'query by_bot',
        'query by_bot_state',
        'query by_caller',
        'query by_caller_state',
        'query by_state',
        'query queue',
        'put',
        'update',
      ],
      ...starting,
      listener_events: ['get'],
      execution_lanes: ['get', 'query', 'update'],
      run_statistics: ['query'],
      bots: ['get', 'query'],
      bot_versions: ['get'],
      approvals: ['get', 'update'],
      user_inputs: ['update'],
      pauses: ['delete'],
      credentials: ['get'],
      ...pushing,
    },
    // A node that is tested does what it does in a run.
    needs: [
      'read files',
      'publish facts',
      'push frames',
      'start runs',
      'stop runs',
      'open secrets',
      'send mail',
    ],
  }),
  'api/library': api({ tables: { audit_records: ['put'] } }),
  'api/listeners': api({
    tables: {
      listeners: ['get', 'query', 'put', 'update', 'delete'],
      listener_events: ['get', 'query', 'query parked', 'update'],
    },
    needs: ['read files', 'seal secrets', 'publish facts'],
    variables: ['WEBHOOK_URL'],
  }),
  'api/notifications': api({
    tables: {
      notification_reads: ['get', 'put'],
      approvals: ['query pending'],
      user_inputs: ['query pending'],
      executions: ['query by_caller_state', 'query by_state'],
      bots: ['get'],
    },
  }),
  'api/roles': api({
    tables: {
      roles: ['get', 'query', 'put', 'update', 'delete'],
      organisations: ['get', 'update'],
      users: ['get', 'query'],
    },
  }),
  'api/service-portal': api({
    tables: {
      bots: ['get', 'query'],
      bot_versions: ['get'],
      executions: [
        'get',
        'query by_caller',
        'query by_caller_state',
        'query queue',
        'put',
        'update',
      ],
      ...starting,
      execution_lanes: ['get', 'query', 'update'],
      approvals: ['get', 'update'],
      user_inputs: ['update'],
      pauses: ['delete'],
      ...pushing,
    },
    needs: ['publish facts', 'push frames', 'start runs', 'stop runs'],
  }),
  'api/subscriptions': api({ tables: { subscriptions: ['query'], audit_records: ['put'] } }),
  'api/user-inputs': api({
    tables: { user_inputs: ['get', 'query', 'query pending', 'update'], ...pushing },
    needs: ['publish facts', 'push frames'],
  }),
  'api/users': api({
    tables: {
      users: ['get', 'query', 'put', 'update', 'delete'],
      organisations: ['get', 'update'],
      api_keys: ['get', 'query by_owner', 'delete'],
    },
    needs: ['manage people', 'send mail'],
  }),
  'api/ws': api({ tables: { ws_tickets: ['put'] } }),
};
