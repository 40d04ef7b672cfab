import type { VariableName } from '#lib/aws/environment.ts';
import type { Edition } from './edition.ts';
import type { Need } from './needs.ts';

/**
 * A permitted use of a table. `query x` reads items by the index x, `list x` only the entries of
 * the index itself.
 */
export type TableUse =
  'get' | 'query' | 'put' | 'update' | 'delete' | `query ${string}` | `list ${string}`;

/** A Lambda as data: its size and all that it may access. Least privilege is read off this file. */
export type FunctionSpec = {
  /** In seconds. */
  timeout: number;
  /** In MB; processor time is proportional to it. */
  memory: number;
  tables?: Record<string, TableUse[]>;
  /**
   * Why one call may access the data of several organisations. If absent, each call serves one
   * organisation, with credentials restricted to it.
   */
  acrossTenants?: string;
  needs?: Need[];
  /** Variables beyond those that its needs imply. */
  variables?: VariableName[];
  /** Invoked asynchronously by AWS: failed calls go to a dead-letter queue. */
  asynchronous?: true;
  /** Created in this edition only. */
  edition?: Edition;
  /** Files of worker threads that it starts; each is bundled beside it, as `<name>.mjs`. */
  threads?: string[];
  /** Files that its threads read, copied beside it unchanged. */
  assets?: string[];
  /** Runs `handler.py` of its folder, in a separate environment for each tenant. */
  python?: true;
};

/** Reading the caller anew on each call. */
export const callerTables: Record<string, TableUse[]> = {
  users: ['get'],
  api_keys: ['get'],
  roles: ['get'],
};

/** Reading the caller's rights anew, and whom to ask for missing ones. */
export const callerRightsTables: Record<string, TableUse[]> = {
  ...callerTables,
  organisations: ['get'],
};

/** Pushing frames to a tenant's connections; closed ones are removed. */
export const pushTables: Record<string, TableUse[]> = { ws_connections: ['query', 'delete'] };

/** Finding what a user is notified of: what waits for them, and what failed. */
export const notificationTables: Record<string, TableUse[]> = {
  approvals: ['query pending'],
  user_inputs: ['query pending'],
  executions: ['query by_caller_state', 'query by_state'],
  chat_messages: ['query'],
  integrations: ['query failed'],
  bots: ['get'],
};

/** Storing a message to an AI agent, and resuming the run that waits for it. */
export const messageTables: Record<string, TableUse[]> = {
  chat_threads: ['get'],
  chat_messages: ['get', 'query', 'put'],
  executions: ['get'],
  pauses: ['get', 'delete'],
  ...pushTables,
};

/** Removing the compliance results of an integration that is removed. */
export const removalTables: Record<string, TableUse[]> = {
  compliance_summaries: ['query', 'delete'],
  compliance_history: ['delete'],
};

/** Starting a run of a bot with a concurrency limit, and the next one when a run has ended. */
export const runStartTables: Record<string, TableUse[]> = {
  run_slots: ['get', 'put', 'update', 'delete'],
};

/** Counting a started run towards the plan. */
export const planUsageTables: Record<string, TableUse[]> = {
  subscriptions: ['get', 'query', 'update'],
};

/** Ending a run from outside, with its lanes and what they wait for. */
export const runEndTables: Record<string, TableUse[]> = {
  executions: ['get', 'query by_parent', 'update'],
  execution_lanes: ['get', 'query', 'update'],
  approvals: ['get', 'update'],
  user_inputs: ['update'],
  pauses: ['delete'],
  ...pushTables,
};
