import type { Area } from '#lib/routes.ts';
import { counting, forgetting, type FunctionSpec, messaging, pushing, starting } from './function-spec.ts';

export type Needed = Pick<FunctionSpec, 'tables' | 'needs' | 'variables'>;

/**
 * What an area needs besides: other tables, other uses of its own one, ports. An area that only
 * keeps its entity has no entry.
 */
export const needed: { [A in Area]?: Needed } = {
  chat: {
    tables: { ...messaging, chat_threads: ['get', 'query by_run'] },
    needs: ['push frames', 'resume runs'],
  },
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
      ...forgetting,
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
    // An action that is tested does what it does in a run.
    needs: ['open secrets', 'assume integration roles', 'run python'],
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
    tables: { api_keys: ['get', 'query by_owner', 'put', 'delete'] },
    needs: ['read hash secret'],
  },
  approvals: {
    tables: { approvals: ['get', 'query', 'list by_node', 'update'], ...pushing },
    needs: ['publish facts', 'push frames'],
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
  bots: {
    tables: {
      bot_versions: ['get', 'query', 'put', 'update', 'delete'],
      bot_editors: ['query', 'put', 'delete'],
      actions: ['get'],
      compliance_rules: ['query'],
      integrations: ['get', 'query'],
      listeners: ['get'],
      subscriptions: ['query'],
      executions: ['get', 'query by_bot_state', 'query queue', 'update'],
      execution_lanes: ['query'],
      ...pushing,
    },
    needs: ['change bot schedules', 'publish facts', 'push frames'],
  },
  dashboards: {
    tables: {
      run_statistics: ['query'],
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
  executions: {
    tables: {
      executions: [
        'get',
        'query',
        'query by_bot',
        'query by_bot_state',
        'query by_caller',
        'query by_caller_state',
        'query by_parent',
        'query by_state',
        'query queue',
        'put',
        'update',
      ],
      ...starting,
      ...counting,
      listener_events: ['get'],
      execution_lanes: ['get', 'query', 'update'],
      run_statistics: ['query'],
      bots: ['get', 'query'],
      bot_versions: ['get'],
      approvals: ['get', 'update'],
      user_inputs: ['update'],
      pauses: ['delete'],
      integrations: ['get', 'update'],
      actions: ['get'],
      ...pushing,
    },
    // A node that is tested does what it does in a run.
    needs: [
      'read files',
      'publish facts',
      'push frames',
      'start bot-run',
      'stop bot-run',
      'open secrets',
      'send mail',
      'assume integration roles',
      'query inventory',
      'ask models',
    ],
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
      ...forgetting,
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
      approvals: ['query pending'],
      user_inputs: ['query pending'],
      executions: ['query by_caller_state', 'query by_state'],
      integrations: ['query failed'],
      bots: ['get'],
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
      audit_records: ['put'],
    },
    needs: ['read files'],
  },
  'service-portal': {
    tables: {
      bots: ['get', 'query'],
      bot_versions: ['get'],
      executions: [
        'get',
        'query by_caller',
        'query by_app_caller',
        'query by_parent',
        'query queue',
        'put',
        'update',
      ],
      ...starting,
      ...counting,
      execution_lanes: ['get', 'query', 'update'],
      approvals: ['get', 'update'],
      user_inputs: ['update'],
      pauses: ['get', 'delete'],
      actions: ['get'],
      integrations: ['get', 'query'],
      chat_threads: ['get', 'query by_run'],
      chat_messages: ['get', 'query', 'put'],
      ...pushing,
    },
    needs: [
      'read files',
      'publish facts',
      'push frames',
      'start bot-run',
      'stop bot-run',
      'resume runs',
    ],
  },
  subscriptions: {
    tables: {
      subscriptions: ['get', 'query'],
      integrations: ['query'],
      audit_records: ['put'],
    },
  },
  'user-inputs': {
    tables: { user_inputs: ['get', 'query', 'query pending', 'update'], ...pushing },
    needs: ['publish facts', 'push frames'],
  },
  users: {
    tables: { organisations: ['get', 'update'], api_keys: ['get', 'query by_owner', 'delete'] },
    needs: ['manage people', 'send mail'],
    variables: ['CLIENT_ID'],
  },
  ws: { tables: { ws_tickets: ['put'] } },
};
