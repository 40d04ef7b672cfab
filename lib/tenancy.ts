import type { TableSpec } from './kernel/table.ts';

/**
 * Tables and indexes whose partitions do not belong to one organisation, with the reason. Every
 * other partition key is an organisation's id, or starts with it and `#`, so that credentials can
 * be restricted to one organisation by leading keys.
 */
export const acrossTenants: Readonly<Record<string, string>> = {
  attempts: 'Failed sign-ins are counted before a caller is authenticated.',
  'listeners by_id': 'A webhook names only its listener; the listener names the organisation.',
  'bots scheduled': 'Schedules of all organisations are compared with those of the scheduler.',
  'bot_versions unowned': 'Versions of deleted bots are removed for all organisations.',
  'executions open': 'Runs past their deadline are ended for all organisations.',
  'executions queue': 'Runs that wait for a free slot are started for all organisations.',
  'executions outbox': 'Unpublished ends of runs are published for all organisations.',
  'execution_lanes open': 'Lanes without a run are ended for all organisations.',
  'pauses open': 'Pauses without a run are removed for all organisations.',
  'run_slots held': 'Slots that ended runs still hold are freed for all organisations.',
  'approvals outbox': 'Unpublished decisions are published for all organisations.',
  'approvals open': 'Approvals without a run are ended for all organisations.',
  'user_inputs outbox': 'Unpublished answers are published for all organisations.',
  'user_inputs open': 'Questions without a run are ended for all organisations.',
  'integrations retest': 'Connections of all organisations are tested once a day.',
  'users digest': 'People of all organisations get their digest once a day.',
  'organisations retention': 'Runs of all organisations are removed when their retention ends.',
  'listener_events outbox': 'Unpublished events are published for all organisations.',
  'agent_jobs due': 'Jobs whose agent stopped calling are handled for all organisations.',
  'inventory_executions open': 'Scans past their deadline are ended for all organisations.',
  'inventory_schedules scheduled':
    'Schedules of all organisations are compared with those of the scheduler.',
  'ws_connections open': 'Connections of users who lost rights are closed for all organisations.',
};

/**
 * Whether a table, or one of its indexes, keeps each organisation's data in separate partitions.
 */
export const isPerTenant = ({ name }: Pick<TableSpec, 'name'>, index?: string): boolean =>
  !Object.hasOwn(acrossTenants, index === undefined ? name : `${name} ${index}`);

/** The session tag that carries an organisation's id. */
export const tenantTag = 'tenant_id';
