import type { TableSpec } from '#lib/kernel/table.ts';

export const executionTable: TableSpec = {
  name: 'executions',
  partition: 'tenant_id',
  sort: '_id',
  // Keys only: a run is written at every step, and its results reach no index.
  indexes: {
    by_bot: { partition: 'bot_key', sort: '_id', keysOnly: true },
    by_caller: { partition: 'caller_key', sort: '_id', keysOnly: true },
    // By how runs stand (`standingOf`), as people read it.
    by_state: { partition: 'tenant_id', sort: 'state_key', keysOnly: true },
    by_bot_state: { partition: 'bot_key', sort: 'state_key', keysOnly: true },
    by_caller_state: { partition: 'caller_key', sort: 'state_key', keysOnly: true },
    // Of the runs of apps only: a run moves in it at every step.
    by_app_caller: { partition: 'app_caller_key', sort: 'updated_at', keysOnly: true },
    /** Of runs that another run's agent started, by that run. */
    by_parent: { partition: 'parent_key', sort: '_id', keysOnly: true },
    open: { partition: 'open', sort: 'deadline_at', keysOnly: true },
    /** Runs that wait for a slot, those of one slot side by side, oldest first. */
    queue: { partition: 'open', sort: 'queue_at', keysOnly: true },
    /** Ended runs whose end has still to be followed up. */
    outbox: { partition: 'outbox', sort: '_id', keysOnly: true },
  },
};

/** Runs that have ended, counted by day and kind. */
export const runStatisticsTable: TableSpec = {
  name: 'run_statistics',
  partition: 'tenant_id',
  sort: 'kind',
};

/** The branches and loop turns of runs, each an item of its own. */
export const laneTable: TableSpec = {
  name: 'execution_lanes',
  partition: 'run_key',
  sort: 'lane_key',
  indexes: { open: { partition: 'open', sort: 'run_key', keysOnly: true } },
};

/** Results of nodes that runs of one bot share for some minutes. */
export const nodeCacheTable: TableSpec = {
  name: 'node_cache',
  partition: 'bot_key',
  sort: 'call',
  ttl: 'expires_at',
};
