import type { TableSpec } from '#lib/kernel/table.ts';

export const executionTable: TableSpec = {
  name: 'executions',
  partition: 'tenant_id',
  sort: '_id',
  // Keys only: a run is written at every step, so its results are not copied into the indexes.
  indexes: {
    by_bot: { partition: 'bot_key', sort: '_id', keysOnly: true },
    by_caller: { partition: 'caller_key', sort: '_id', keysOnly: true },
    // Sorted by standing (`standingOf`): the outcome if there is one, otherwise the state.
    by_state: { partition: 'tenant_id', sort: 'state_key', keysOnly: true },
    by_bot_state: { partition: 'bot_key', sort: 'state_key', keysOnly: true },
    by_caller_state: { partition: 'caller_key', sort: 'state_key', keysOnly: true },
    // Only runs of service portal apps: the entry moves at every step of a run.
    by_app_caller: { partition: 'app_caller_key', sort: 'updated_at', keysOnly: true },
    /** Runs started by an AI agent, by the run of that agent. */
    by_parent: { partition: 'parent_key', sort: '_id', keysOnly: true },
    open: { partition: 'open', sort: 'deadline_at', keysOnly: true },
    /** Runs that wait for a slot, grouped by slot, oldest first. */
    queue: { partition: 'open', sort: 'queue_at', keysOnly: true },
    /** Ended runs whose follow-up work is not yet done. */
    outbox: { partition: 'outbox', sort: '_id', keysOnly: true },
  },
};

/** Counts of ended runs by day and kind. */
export const runStatisticsTable: TableSpec = {
  name: 'run_statistics',
  partition: 'tenant_id',
  sort: 'kind',
};

/** The branches and loop iterations of runs, one item each. */
export const laneTable: TableSpec = {
  name: 'execution_lanes',
  partition: 'run_key',
  sort: 'lane_key',
  indexes: { open: { partition: 'open', sort: 'run_key', keysOnly: true } },
};

/** Cached results of nodes, shared by the runs of one bot until they expire. */
export const nodeCacheTable: TableSpec = {
  name: 'node_cache',
  partition: 'bot_key',
  sort: 'call',
  ttl: 'expires_at',
};
