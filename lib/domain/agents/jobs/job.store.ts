import {
  asSettings,
  type Condition,
  type Database,
  getItem,
  putNewItem,
  readEntries,
  readItems,
  updateItem,
} from '#lib/kernel/database.ts';
import { type AgentJob, agentJob } from './job.schema.ts';
import { agentJobTable } from './job.table.ts';

/** Partition of the index of jobs that are due for review, across all tenants. */
const duePartition = 'due';

/** How long ended jobs are kept (seconds). */
const retentionSeconds = 14 * 24 * 3600;

const inState = (state: AgentJob['state'], leaseId?: string): Condition => ({
  text: leaseId === undefined ? '#state = :state' : '#state = :state AND #lease.#id = :lease',
  names: { '#state': 'state', ...(leaseId !== undefined && { '#lease': 'lease', '#id': 'id' }) },
  values: { ':state': state, ...(leaseId !== undefined && { ':lease': leaseId }) },
});

/** The jobs of the agents of one organisation. Each step of a job is one conditional write. */
export const jobStore = (db: Database, tenantId: string) => {
  const openKey = (integrationId: string) => `${tenantId}#${integrationId}`;

  const step = (
    { _id, state, lease }: AgentJob,
    fields: Record<string, unknown>,
  ): Promise<boolean> =>
    updateItem(
      db,
      agentJobTable,
      { tenant_id: tenantId, _id },
      asSettings(fields),
      inState(state, lease?.id),
    );

  return {
    async get(id: string): Promise<AgentJob | undefined> {
      const item = await getItem(db, agentJobTable, { tenant_id: tenantId, _id: id });
      return item && agentJob.parse(item);
    },

    /** Returns false if the job exists already. */
    create: (one: Omit<AgentJob, 'tenant_id' | 'state' | 'attempts'>): Promise<boolean> =>
      putNewItem(db, agentJobTable, {
        ...one,
        tenant_id: tenantId,
        state: 'queued',
        attempts: 0,
        open_key: openKey(one.integration_id),
        due: duePartition,
      }),

    /** The queued and leased jobs of an integration, oldest first. */
    async *open(integrationId: string): AsyncGenerator<AgentJob> {
      const partition = openKey(integrationId);
      const question = { table: agentJobTable, index: 'open', partition };
      for await (const item of readItems(db, question)) yield agentJob.parse(item);
    },

    /** Leases the job; false if it has changed since it was read. */
    lease: (job: AgentJob, lease: NonNullable<AgentJob['lease']>): Promise<boolean> =>
      step(job, { state: 'leased', lease, attempts: job.attempts + 1, due_at: lease.until }),

    renew: (job: AgentJob, until: string): Promise<boolean> =>
      step(job, { lease: { ...job.lease, until }, due_at: until }),

    /** Ends it with a stored result or an error; its outcome must then be reported. */
    end: (
      job: AgentJob,
      outcome: Pick<AgentJob, 'result_lease' | 'error'>,
      now: { iso: string; seconds: number },
    ): Promise<boolean> =>
      step(job, {
        ...outcome,
        state: 'ended',
        open_key: undefined,
        due_at: now.iso,
        gone_at: now.seconds + retentionSeconds,
      }),

    /** Ends a job that nobody waits for any more. */
    withdraw: (job: AgentJob, seconds: number): Promise<boolean> =>
      step(job, {
        state: 'withdrawn',
        open_key: undefined,
        due: undefined,
        due_at: undefined,
        gone_at: seconds + retentionSeconds,
      }),

    /** Records that the outcome was reported. */
    told: (job: AgentJob): Promise<boolean> => step(job, { due: undefined, due_at: undefined }),
  };
};

/** The jobs of all organisations that were due for review by `now` (ISO). */
export async function* dueJobs(
  db: Database,
  now: string,
): AsyncGenerator<{ tenant_id: string; _id: string }> {
  const between = ['2000', now] as const;
  const question = { table: agentJobTable, index: 'due', partition: duePartition, between };
  for await (const { tenant_id, _id } of readEntries(db, question, {})) {
    yield { tenant_id: String(tenant_id), _id: String(_id) };
  }
}
