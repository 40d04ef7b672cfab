import type { VariableName } from '#lib/aws/environment.ts';
import type { Area } from '#lib/routes.ts';

/**
 * What a function does with a table. `query x` reads items by the index x, `list x` only what the
 * index itself holds.
 */
export type TableUse =
  'get' | 'query' | 'put' | 'update' | 'delete' | `query ${string}` | `list ${string}`;

/**
 * What a function needs besides tables; each is one permission and the variables that go with it.
 */
export type Need =
  | 'read files'
  | 'write files'
  | 'seal secrets'
  | 'open secrets'
  | 'read hash secret'
  | 'publish facts'
  | 'push frames'
  | 'send mail'
  | 'change schedules'
  | 'list schedules'
  | 'start runs'
  | 'resume runs'
  | 'stop runs'
  | 'run python'
  | 'invite people';

/** A Lambda as data: its size and all that it may touch. Least privilege is read off this file. */
export type FunctionSpec = {
  /** Seconds. */
  timeout: number;
  /** MB; processor time follows it. */
  memory: number;
  tables?: Record<string, TableUse[]>;
  needs?: Need[];
  /** Variables that no need brings along. */
  variables?: VariableName[];
  /** Called by AWS without anybody waiting for the answer: failures go to a dead-letter queue. */
  asynchronous?: true;
  /** Runs `handler.py` of its folder, in an environment of its own for each tenant. */
  python?: true;
};

/** Who calls is read anew on every call (`readCaller`). */
const callerTables: Record<string, TableUse[]> = { users: ['get'], api_keys: ['get'] };

const api = (spec: Pick<FunctionSpec, 'tables' | 'needs' | 'variables'>): FunctionSpec => ({
  timeout: 28,
  memory: 512,
  ...spec,
  tables: { ...callerTables, ...spec.tables },
  needs: ['read hash secret', ...(spec.needs ?? [])],
});

/** Frames go to the connections of the tenant; those that are gone are removed. */
const pushing: Record<string, TableUse[]> = { ws_connections: ['query', 'delete'] };

/** Starting a run where the bot limits how many are under way, and the next when one has ended. */
const starting: Record<string, TableUse[]> = {
  run_slots: ['get', 'put', 'update', 'delete'],
};

const areas: { [A in Area as `api/${A}`]: FunctionSpec } = {
  'api/approvals': api({
    tables: { approvals: ['get', 'query', 'update'], ...pushing },
    needs: ['publish facts', 'push frames'],
  }),
  'api/bots': api({
    tables: {
      bots: ['get', 'query', 'put', 'update', 'delete'],
      bot_versions: ['get', 'query', 'put', 'update', 'delete'],
      credentials: ['get'],
      listeners: ['get'],
      executions: ['get', 'query queue', 'list by_bot_state', 'update'],
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
  'api/listeners': api({
    tables: {
      listeners: ['get', 'query', 'put', 'update', 'delete'],
      listener_events: ['get', 'query', 'query parked', 'update'],
    },
    needs: ['read files', 'seal secrets', 'publish facts'],
    variables: ['WEBHOOK_URL'],
  }),
  'api/user-inputs': api({
    tables: { user_inputs: ['get', 'query', 'query pending', 'update'], ...pushing },
    needs: ['publish facts', 'push frames'],
  }),
  'api/users': api({ tables: { organisations: ['get'] } }),
  'api/ws': api({ tables: { ws_tickets: ['put'] } }),
};

const engine = {
  'engine/advance': {
    // The segment's budget is ten minutes; the rest is for its last node.
    timeout: 900,
    memory: 1024,
    tables: {
      executions: ['get', 'update'],
      bot_versions: ['get'],
      listener_events: ['get'],
      execution_lanes: ['get', 'query', 'put', 'update'],
      node_cache: ['get', 'put'],
      bots: ['get'],
      approvals: ['get', 'update'],
      user_inputs: ['get', 'update'],
      pauses: ['delete'],
      credentials: ['get'],
      ...pushing,
    },
    needs: [
      'read files',
      'write files',
      'push frames',
      'open secrets',
      'send mail',
      'run python',
      'publish facts',
    ],
    variables: ['SITE_URL'],
  },
  'engine/pause': {
    timeout: 30,
    memory: 512,
    tables: {
      executions: ['get', 'update'],
      execution_lanes: ['get', 'update'],
      bot_versions: ['get'],
      approvals: ['get', 'put', 'update'],
      user_inputs: ['get', 'put', 'update'],
      pauses: ['put', 'delete'],
      ...pushing,
    },
    needs: ['read files', 'send mail', 'push frames', 'resume runs'],
    variables: ['SITE_URL'],
  },
  'engine/fail': {
    timeout: 30,
    memory: 512,
    tables: {
      executions: ['get', 'update'],
      execution_lanes: ['get', 'query', 'update'],
      approvals: ['get', 'update'],
      user_inputs: ['update'],
      pauses: ['delete'],
      ...pushing,
    },
    needs: ['publish facts', 'push frames'],
  },
} satisfies Record<string, FunctionSpec>;

const events = {
  'events/webhook-received': {
    timeout: 28,
    memory: 1024,
    tables: {
      listeners: ['query by_id', 'update'],
      listener_events: ['put'],
      deliveries: ['get', 'put'],
      ...pushing,
    },
    needs: ['write files', 'open secrets', 'publish facts', 'push frames'],
  },
  'events/fact-published': {
    timeout: 60,
    memory: 512,
    tables: {
      bots: ['get', 'query by_listener'],
      executions: ['get', 'query queue', 'put', 'update'],
      ...starting,
      run_statistics: ['update'],
      listeners: ['get'],
      listener_events: ['get', 'update'],
      approvals: ['get', 'update'],
      user_inputs: ['get', 'update'],
      pauses: ['get', 'delete'],
    },
    needs: ['read files', 'start runs', 'resume runs'],
    variables: ['SITE_URL'],
  },
  'events/fact-parked': {
    timeout: 30,
    memory: 512,
    tables: { listener_events: ['update'] },
  },
  'events/sweep': {
    timeout: 50,
    memory: 512,
    asynchronous: true,
    tables: {
      executions: ['get', 'query open', 'query outbox', 'query queue', 'update'],
      ...starting,
      bots: ['get'],
      approvals: ['get', 'query outbox', 'update'],
      user_inputs: ['query outbox', 'update'],
      listener_events: ['query outbox'],
      pauses: ['delete'],
      ...pushing,
    },
    needs: ['publish facts', 'push frames', 'start runs', 'stop runs'],
  },
  'events/schedule-fired': {
    timeout: 30,
    memory: 512,
    asynchronous: true,
    tables: {
      bots: ['get', 'update'],
      executions: ['get', 'query queue', 'put', 'update'],
      ...starting,
    },
    needs: ['start runs'],
  },
  'events/reconcile': {
    timeout: 300,
    memory: 512,
    asynchronous: true,
    tables: {
      bots: ['get', 'query scheduled', 'update'],
      bot_versions: ['query', 'list unowned', 'update', 'delete'],
      executions: ['get', 'list open', 'list by_bot_state'],
      execution_lanes: ['get', 'list open', 'update'],
      pauses: ['get', 'list open', 'delete'],
      approvals: ['get', 'list open', 'update'],
      user_inputs: ['list open', 'update'],
      run_slots: ['get', 'list held', 'update', 'delete'],
    },
    needs: ['change schedules', 'list schedules', 'resume runs'],
  },
  'events/socket-authorizer': {
    timeout: 10,
    memory: 512,
    tables: { ws_tickets: ['get', 'delete'] },
    variables: ['SITE_URL'],
  },
  'events/socket-opened': { timeout: 10, memory: 512, tables: { ws_connections: ['put'] } },
  'events/socket-closed': { timeout: 10, memory: 512, tables: { ws_connections: ['delete'] } },
} satisfies Record<string, FunctionSpec>;

const others = {
  authorizer: {
    timeout: 10,
    memory: 512,
    tables: { api_keys: ['get'] },
    needs: ['read hash secret'],
    variables: ['USER_POOL_ID', 'CLIENT_ID'],
  },
  // The time of the code and its start; it may do nothing but write its log.
  python: { timeout: 20, memory: 512, python: true },
  'custom/site-publisher': { timeout: 300, memory: 1024, asynchronous: true },
  'custom/admin-seeder': {
    timeout: 60,
    memory: 512,
    asynchronous: true,
    tables: { organisations: ['put'], users: ['put'] },
    needs: ['invite people'],
  },
} satisfies Record<string, FunctionSpec>;

/** Every Lambda, by its entry below `lambdas/` without the extension. */
export const functions = { ...areas, ...engine, ...events, ...others };

export type FunctionName = keyof typeof functions;

/** `events/fact-published` as a construct's id: `EventsFactPublished`. */
export const constructIdOf = (name: FunctionName): string =>
  name.replace(/(?:^|[/-])([a-z])/g, (_, letter: string) => letter.toUpperCase());
