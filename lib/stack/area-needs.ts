import type { Area } from '#lib/routes.ts';
import { type FunctionSpec, notificationTables, removalTables } from './function-spec.ts';
import { runAreaNeeds } from './run-area-needs.ts';

export type AreaNeeds = Pick<FunctionSpec, 'tables' | 'needs' | 'variables'>;

/**
 * What an area needs in addition: other tables, other uses of its own table, ports. An area that
 * only stores its entity has no entry.
 */
export const areaNeeds: { [A in Area]?: AreaNeeds } = {
  ...runAreaNeeds,
  compliance: {
    tables: {
      compliance_summaries: ['get'],
      compliance_history: ['query'],
      compliance_exceptions: ['get', 'query', 'put', 'update', 'delete'],
      compliance_rules: ['get', 'query', 'put', 'update', 'delete'],
      inventory_snapshots: ['query'],
      integrations: ['get', 'query'],
    },
    needs: ['read files', 'query inventory'],
  },
  inventory: {
    tables: {
      inventory_executions: ['get', 'query', 'put', 'update'],
      inventory_snapshots: ['get', 'query', 'update', 'delete'],
      inventory_schedules: ['get', 'query', 'put', 'update', 'delete'],
      inventory_searches: ['get', 'query', 'put', 'delete'],
      integrations: ['get', 'query', 'put', 'delete'],
      compliance_exceptions: ['query', 'delete'],
      ...removalTables,
    },
    needs: [
      'start inventory-run',
      'read files',
      'remove files',
      'change inventory schedules',
      'query inventory',
    ],
    variables: ['STEAMPIPE_CONNECTIONS'],
  },
  actions: {
    tables: {
      actions: ['get', 'query', 'put', 'delete'],
      action_versions: ['get', 'query', 'put', 'delete'],
      bots: ['query'],
      integrations: ['get', 'update'],
    },
    // Testing an action does the same as running it.
    needs: ['open secrets', 'assume integration roles', 'run python'],
    variables: ['OUTGOING_ONLY'],
  },
  agents: {
    tables: {
      agents: ['get', 'query by_integration', 'query', 'put', 'update', 'delete'],
      integrations: ['get'],
      api_keys: ['get', 'query by_owner', 'put', 'delete'],
    },
    needs: ['read hash secret'],
    variables: ['WEBHOOK_URL'],
  },
  'api-keys': {
    tables: { api_keys: ['get', 'query', 'query by_owner', 'put', 'delete'] },
    needs: ['read hash secret'],
  },
  audit: {
    tables: {
      audit_records: ['get', 'query', 'query by_user', 'query by_action', 'put'],
      users: ['get', 'query'],
    },
  },
  'bot-builder': {
    tables: { integrations: ['get'], organisations: ['get', 'update'] },
    needs: ['ask models'],
  },
  dashboards: {
    tables: {
      run_statistics: ['query', 'put'],
      executions: ['list by_state'],
      bots: ['get'],
      approvals: ['query pending'],
      approval_statistics: ['query'],
      user_inputs: ['query pending'],
      inventory_snapshots: ['query'],
      inventory_history: ['query'],
      integrations: ['query'],
      compliance_summaries: ['get'],
      compliance_history: ['query'],
      compliance_exceptions: ['query'],
      compliance_rules: ['query'],
      agents: ['query'],
    },
    needs: ['read files', 'assume integration roles'],
  },
  integrations: {
    tables: {
      aws_setups: ['get', 'put'],
      subscriptions: ['query'],
      organisations: ['get', 'update'],
      bots: ['query'],
      bot_versions: ['get'],
      actions: ['get'],
      agents: ['query', 'query by_integration', 'delete'],
      api_keys: ['get', 'query by_owner', 'delete'],
      inventory_snapshots: ['get', 'update', 'delete'],
      inventory_schedules: ['get', 'delete'],
      compliance_exceptions: ['query', 'delete'],
      ...removalTables,
    },
    needs: [
      'remove files',
      'end inventory schedules',
      'seal secrets',
      'open secrets',
      'publish facts',
      'send mail',
      'assume integration roles',
      'show role template',
    ],
    variables: ['INTEGRATION_ROLES', 'INTEGRATION_PRINCIPAL', 'SUPPORT_EMAIL'],
  },
  library: { tables: { audit_records: ['put'], integrations: ['get'] } },
  listeners: {
    tables: {
      listener_events: ['get', 'query', 'query parked', 'update'],
      refused_calls: ['query'],
    },
    needs: ['read files', 'seal secrets', 'publish facts'],
    variables: ['WEBHOOK_URL'],
  },
  notifications: {
    tables: {
      notification_reads: ['get', 'put'],
      ...notificationTables,
    },
  },
  onboarding: {
    tables: {
      users: ['get', 'query', 'update'],
      integrations: ['query'],
      bots: ['query'],
      subscriptions: ['query'],
      dashboards: ['query'],
    },
  },
  roles: { tables: { organisations: ['get', 'update'], users: ['get', 'query'] } },
  search: {
    tables: {
      bots: ['query names'],
      listeners: ['query names'],
      integrations: ['query', 'query names'],
      actions: ['query names'],
      compliance_rules: ['query names'],
      users: ['get', 'query names'],
      executions: ['query', 'query by_bot'],
      inventory_snapshots: ['query'],
      dashboards: ['query'],
      audit_records: ['put'],
    },
    needs: ['read files'],
  },
  subscriptions: {
    tables: {
      subscriptions: ['get', 'query'],
      integrations: ['query'],
      run_statistics: ['query', 'put'],
      audit_records: ['put'],
    },
    variables: ['SUPPORT_EMAIL'],
  },
  users: {
    tables: { organisations: ['get', 'update'], api_keys: ['get', 'query by_owner', 'delete'] },
    needs: ['manage people', 'send mail'],
    variables: ['CLIENT_ID'],
  },
  ws: { tables: { ws_tickets: ['put'] } },
};
