import { pascalCase } from '#lib/machines.ts';
import { apiFunctions } from './api-functions.ts';
import {
  closing,
  counting,
  type FunctionSpec,
  messaging,
  notifying,
  pushing,
  reading,
  starting,
} from './function-spec.ts';
import { engineFunctions, inventoryFunctions } from './machine-functions.ts';

const events = {
  'events/webhook-received': {
    acrossTenants: 'A listener that anybody names tells the organisation.',
    timeout: 28,
    memory: 1024,
    tables: {
      listeners: ['query by_id', 'update'],
      listener_events: ['put'],
      deliveries: ['get', 'put'],
      refused_calls: ['update'],
      ...pushing,
    },
    needs: ['write files', 'open secrets', 'publish facts', 'push frames'],
  },
  // It calls the API as whoever called it, and has no rights of its own.
  'events/mcp-called': { timeout: 28, memory: 512 },
  'events/agent-called': {
    timeout: 28,
    memory: 512,
    tables: {
      agents: ['get', 'update'],
      agent_jobs: ['get', 'query open', 'update'],
      agent_nonces: ['put'],
      integrations: ['get', 'update'],
      pauses: ['get', 'delete'],
      audit_records: ['put'],
    },
    needs: ['read files', 'write files', 'read hash secret', 'resume runs'],
  },
  'events/fact-published': {
    timeout: 60,
    memory: 512,
    tables: {
      bots: ['get', 'query by_trigger'],
      executions: ['get', 'query queue', 'put', 'update'],
      ...starting,
      ...counting,
      run_statistics: ['get', 'update'],
      listeners: ['get'],
      listener_events: ['get', 'update'],
      approvals: ['get', 'update'],
      approval_statistics: ['get', 'update'],
      user_inputs: ['get', 'update'],
      users: ['get'],
      organisations: ['get'],
      pauses: ['get', 'delete'],
      integrations: ['get', 'update'],
      agents: ['query by_integration'],
      inventory_executions: ['get', 'update'],
      chat_threads: ['query by_run'],
      ...pushing,
    },
    needs: [
      'read files',
      'send mail',
      'push frames',
      'start bot-run',
      'resume runs',
      'open secrets',
      'assume integration roles',
    ],
    variables: ['SITE_URL'],
  },
  'events/fact-parked': {
    timeout: 30,
    memory: 512,
    tables: { listener_events: ['update'] },
  },
  'events/sweep': {
    acrossTenants: 'It looks after what is overdue in every organisation.',
    timeout: 50,
    memory: 512,
    asynchronous: true,
    tables: {
      ...closing,
      executions: [
        'get',
        'query by_parent',
        'query open',
        'query outbox',
        'query queue',
        'update',
      ],
      ...starting,
      bots: ['get'],
      approvals: ['get', 'query outbox', 'update'],
      user_inputs: ['query outbox', 'update'],
      listener_events: ['query outbox'],
      integrations: ['query retest', 'update'],
      ws_connections: ['query', 'query open', 'delete'],
      agent_jobs: ['get', 'list due', 'update'],
      inventory_executions: ['get', 'query open', 'update'],
      inventory_snapshots: ['get', 'update'],
      pauses: ['get', 'delete'],
      ...reading,
    },
    needs: [
      'read files',
      'write files',
      'remove files',
      'publish facts',
      'push frames',
      'end sockets',
      'start bot-run',
      'start inventory-run',
      'stop bot-run',
      'resume runs',
    ],
  },
  'events/run-stopped': {
    timeout: 30,
    memory: 512,
    tables: {
      ...closing,
      inventory_executions: ['get', 'update'],
      inventory_snapshots: ['get', 'update'],
    },
    needs: ['read files', 'remove files', 'publish facts', 'push frames'],
    variables: ['STATE_MACHINES'],
  },
  'events/schedule-fired': {
    timeout: 30,
    memory: 512,
    asynchronous: true,
    tables: {
      bots: ['get', 'update'],
      executions: ['get', 'query queue', 'put', 'update'],
      ...starting,
      ...counting,
      inventory_schedules: ['get', 'delete'],
      inventory_executions: ['get', 'put'],
      inventory_snapshots: ['update'],
      integrations: ['get'],
    },
    needs: ['start bot-run', 'start inventory-run'],
  },
  'events/digest': {
    acrossTenants: 'It mails people of every organisation what waits for them.',
    timeout: 300,
    memory: 512,
    asynchronous: true,
    tables: {
      users: ['query digest', 'update'],
      roles: ['get'],
      organisations: ['get'],
      ...notifying,
    },
    needs: ['send mail'],
    variables: ['SITE_URL'],
  },
  'events/reconcile': {
    acrossTenants: 'It compares the schedules and leftovers of every organisation.',
    timeout: 300,
    memory: 512,
    asynchronous: true,
    tables: {
      bots: ['get', 'query scheduled', 'update'],
      inventory_schedules: ['get', 'query scheduled', 'update'],
      bot_versions: ['get', 'query', 'list unowned', 'update', 'delete'],
      executions: ['get', 'list open', 'list by_bot_state'],
      execution_lanes: ['get', 'list open', 'update'],
      pauses: ['get', 'list open', 'delete'],
      approvals: ['get', 'list open', 'update'],
      user_inputs: ['list open', 'update'],
      run_slots: ['get', 'list held', 'update', 'delete'],
    },
    needs: [
      'change bot schedules',
      'change inventory schedules',
      'list schedules',
      'resume runs',
    ],
  },
  'events/prune': {
    acrossTenants: 'It removes ended runs of every organisation that are kept no longer.',
    timeout: 300,
    memory: 512,
    asynchronous: true,
    tables: {
      organisations: ['list retention', 'update'],
      subscriptions: ['query'],
      bots: ['query'],
      bot_versions: ['query', 'delete'],
      executions: ['get', 'query', 'query by_bot', 'delete'],
      execution_lanes: ['query', 'delete'],
      chat_threads: ['list by_run', 'delete'],
      chat_messages: ['query', 'delete'],
      approvals: ['query', 'delete'],
      user_inputs: ['query', 'delete'],
    },
    needs: ['clear folders'],
  },
  // Nothing of the stack calls it: the operator invokes it, by rights of their own.
  'events/subscription-told': {
    acrossTenants: 'The operator names the organisation.',
    timeout: 30,
    memory: 512,
    tables: {
      organisations: ['get'],
      subscriptions: ['query', 'put', 'update'],
      audit_records: ['put', 'update'],
    },
  },
  'events/socket-authorizer': {
    acrossTenants: 'It serves whoever comes, and finds out whose ticket it is.',
    timeout: 10,
    memory: 512,
    tables: { ws_tickets: ['get', 'delete'], ...reading },
    variables: ['SITE_URL'],
  },
  'events/sign-up': {
    acrossTenants: 'It makes the organisation.',
    // Cognito waits no longer for a trigger.
    timeout: 5,
    memory: 1024,
    // What it does with the user pool is permitted beside it (lib/stack/identity.ts).
    tables: {
      ...pushing,
      organisations: ['put', 'update'],
      users: ['get', 'put', 'update'],
      subscriptions: ['put'],
      audit_records: ['put'],
    },
    needs: ['end sockets'],
    edition: 'saas',
  },
  'events/signed-in': {
    acrossTenants: 'Cognito tells it of everybody who signs in.',
    timeout: 5,
    memory: 1024,
    tables: {
      ...pushing,
      organisations: ['update'],
      users: ['get', 'update'],
      audit_records: ['put'],
    },
    needs: ['end sockets'],
  },
  'events/socket-opened': { timeout: 10, memory: 512, tables: { ws_connections: ['put'] } },
  // The calls of the API that clients may make over their sockets: lib/incoming.ts.
  'events/socket-message': {
    timeout: 28,
    memory: 512,
    tables: { ...reading, ...messaging, audit_records: ['put', 'update'] },
    needs: ['push frames', 'resume runs'],
  },
  'events/socket-closed': { timeout: 10, memory: 512, tables: { ws_connections: ['delete'] } },
} satisfies Record<string, FunctionSpec>;

const others = {
  authorizer: {
    acrossTenants: 'It serves whoever comes, and finds out who calls.',
    timeout: 10,
    memory: 512,
    tables: { api_keys: ['get'], attempts: ['query', 'update', 'delete'] },
    needs: ['read hash secret'],
    variables: ['USER_POOL_ID', 'CLIENT_ID', 'ORIGIN_SECRET'],
  },
  // The time of the code and its start; it may do nothing but write its log.
  python: { timeout: 20, memory: 512, python: true },
  'custom/site-publisher': { timeout: 300, memory: 1024, asynchronous: true },
  'custom/admin-seeder': {
    acrossTenants: 'It makes the organisation.',
    timeout: 60,
    memory: 512,
    asynchronous: true,
    tables: { organisations: ['put', 'update'], users: ['get', 'put'], subscriptions: ['put'] },
    needs: ['invite people'],
  },
} satisfies Record<string, FunctionSpec>;

/** Every Lambda, by its entry below `lambdas/` without the extension. */
export const functions = {
  ...apiFunctions,
  ...engineFunctions,
  ...inventoryFunctions,
  ...events,
  ...others,
};

export type FunctionName = keyof typeof functions;

/** `events/fact-published` as a construct's id: `EventsFactPublished`. */
export const constructIdOf = (name: FunctionName): string => pascalCase(name);
