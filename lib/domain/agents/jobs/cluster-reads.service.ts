import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { randomId } from '#lib/kernel/ids.ts';
import type { Files } from '#lib/ports/files.ts';
import { integrationAgents } from '../integration-agents.service.ts';
import type { HandoverDeps, JobReport } from './handover.service.ts';
import { integrationKey } from './job.rules.ts';
import type { AgentJob } from './job.schema.ts';
import { jobStore } from './job.store.ts';
import { reportOf, resultKey } from './review.service.ts';
import type { SnapshotArgs } from './snapshot.schema.ts';

type Deps = {
  db: Database;
  clock: Clock;
  files: Pick<Files, 'get' | 'remove'>;
  ring?: HandoverDeps['ring'];
};

/** A cluster, identified by its integration. */
export type ClusterRef = { tenant_id: string; _id: string; alias: string };

/**
 * How long one part of a snapshot may take (ms). If an agent dies, its lease lapses after a minute
 * and another agent takes the job, while the cluster keeps the pages of a list for five minutes.
 */
const maxPartTime = 4 * 60_000;

const agentHelp = 'Check its agents on the page of the integration.';

/** Snapshots of clusters by their agents, for callers that poll for the result. */
export const clusterReads = (deps: Deps) => {
  const { db, clock, files, ring } = deps;
  const { list } = integrationAgents(deps);

  return {
    /** Why the cluster cannot be read now, for people; undefined if an agent is online. */
    async hindrance({ tenant_id, _id, alias }: ClusterRef): Promise<string | undefined> {
      const { ids, online } = await list(tenant_id, _id);
      if (online !== undefined) return undefined;
      return ids.length === 0
        ? `"${alias}" has no agent yet. Add one on the page of the integration, and install it.`
        : `No agent of "${alias}" is online. ${agentHelp}`;
    },

    /** Queues the next part of a snapshot for the agents; returns the id of the job. */
    async begin({ tenant_id, _id }: ClusterRef, args: SnapshotArgs): Promise<string> {
      const now = clock();
      const until = isoTime(now + maxPartTime);
      const id = randomId('job');
      await jobStore(db, tenant_id).create({
        _id: id,
        integration_id: _id,
        kind: 'kubernetes.snapshot',
        args,
        idempotent: true,
        task: { until },
        created_at: isoTime(now),
        due_at: until,
      });
      ring?.(integrationKey(tenant_id, _id));
      return id;
    },

    /** The outcome of the job; undefined while it is in progress. */
    async look({ tenant_id }: ClusterRef, id: string): Promise<JobReport | undefined> {
      const job = await jobStore(db, tenant_id).get(id);
      if (job && job.state !== 'ended') return undefined;
      return reportOf(files, job ?? { tenant_id, _id: id });
    },

    /** Withdraws the job and deletes its result, because its result was read or is not needed. */
    async leave({ tenant_id }: ClusterRef, id: string): Promise<void> {
      const store = jobStore(db, tenant_id);
      const isOpen = ({ state }: AgentJob) => state === 'queued' || state === 'leased';
      for (;;) {
        const job = await store.get(id);
        if (job?.result_lease) await files.remove(resultKey(job, job.result_lease));
        // Repeated, because an agent may take or end the job at the same moment.
        if (!job || !isOpen(job)) return;
        if (await store.withdraw(job, Math.floor(clock() / 1000))) return;
      }
    },
  };
};

export type ClusterReads = ReturnType<typeof clusterReads>;
