import type { TableSpec } from '#lib/kernel/table.ts';

export const executionTable: TableSpec = {
  name: 'executions',
  partition: 'tenant_id',
  sort: '_id',
  indexes: {
    by_bot: { partition: 'bot_key', sort: '_id' },
    open: { partition: 'open', sort: 'deadline_at' },
  },
};

/** Task tokens of waiting runs: credentials, kept apart from the run and deleted on use. */
export const pauseTable: TableSpec = { name: 'pauses', partition: 'tenant_id', sort: '_id' };

/** The branches and loop turns of runs, each an item of its own. */
export const laneTable: TableSpec = {
  name: 'execution_lanes',
  partition: 'run_key',
  sort: 'lane_key',
};
