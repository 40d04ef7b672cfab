import type { VariableName } from '#lib/aws/environment.ts';
import type { Edition } from './edition.ts';
import type { Need } from './needs.ts';

/**
 * What a function does with a table. `query x` reads items by the index x, `list x` only what the
 * index itself holds.
 */
export type TableUse =
  'get' | 'query' | 'put' | 'update' | 'delete' | `query ${string}` | `list ${string}`;

/** A Lambda as data: its size and all that it may touch. Least privilege is read off this file. */
export type FunctionSpec = {
  /** Seconds. */
  timeout: number;
  /** MB; processor time follows it. */
  memory: number;
  tables?: Record<string, TableUse[]>;
  /**
   * Why one call may reach the data of several organisations. Without it the function serves one
   * organisation a call, by credentials that are narrowed to it.
   */
  acrossTenants?: string;
  needs?: Need[];
  /** Variables that no need brings along. */
  variables?: VariableName[];
  /** Called by AWS without anybody waiting for the answer: failures go to a dead-letter queue. */
  asynchronous?: true;
  /** Made in this edition only. */
  edition?: Edition;
  /** Files of threads that it starts; each is bundled beside it, as `<name>.mjs`. */
  threads?: string[];
  /** Files that its threads read, laid beside it as they are. */
  assets?: string[];
  /** Runs `handler.py` of its folder, in an environment of its own for each tenant. */
  python?: true;
};

/** Who calls is read anew. */
export const callerTables: Record<string, TableUse[]> = {
  users: ['get'],
  api_keys: ['get'],
  roles: ['get'],
};

/** Whose rights are decided is read anew, and whom to ask for those that are missing. */
export const reading: Record<string, TableUse[]> = { ...callerTables, organisations: ['get'] };

/** Frames go to the connections of the tenant; those that are gone are removed. */
export const pushing: Record<string, TableUse[]> = { ws_connections: ['query', 'delete'] };

/** Finding what somebody is told: what waits for them, and what failed. */
export const notifying: Record<string, TableUse[]> = {
  approvals: ['query pending'],
  user_inputs: ['query pending'],
  executions: ['query by_caller_state', 'query by_state'],
  chat_messages: ['query'],
  integrations: ['query failed'],
  bots: ['get'],
};

/** Storing a message to an agent, and waking the run that waits for it. */
export const messaging: Record<string, TableUse[]> = {
  chat_threads: ['get'],
  chat_messages: ['get', 'query', 'put'],
  executions: ['get'],
  pauses: ['get', 'delete'],
  ...pushing,
};

/** What the rules found of an integration goes with it. */
export const forgetting: Record<string, TableUse[]> = {
  compliance_summaries: ['query', 'delete'],
  compliance_history: ['delete'],
};

/** Starting a run where the bot limits how many are under way, and the next when one has ended. */
export const starting: Record<string, TableUse[]> = {
  run_slots: ['get', 'put', 'update', 'delete'],
};

/** Counting a run that begins towards the plan. */
export const counting: Record<string, TableUse[]> = {
  subscriptions: ['get', 'query', 'update'],
};

/** Ending a run from outside, with its lanes and what they wait for. */
export const closing: Record<string, TableUse[]> = {
  executions: ['get', 'query by_parent', 'update'],
  execution_lanes: ['get', 'query', 'update'],
  approvals: ['get', 'update'],
  user_inputs: ['update'],
  pauses: ['delete'],
  ...pushing,
};
