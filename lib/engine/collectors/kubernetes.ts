import { setTimeout as pause } from 'node:timers/promises';
import type { ClusterReads } from '#lib/domain/agents/jobs/cluster-reads.service.ts';
import {
  type SnapshotArgs,
  type SnapshotPart,
  snapshotPart,
} from '#lib/domain/agents/jobs/snapshot.schema.ts';
import { clusterName } from '#lib/domain/integrations/integration.rules.ts';
import type { Integration } from '#lib/domain/integrations/integration.schema.ts';
import { CannotCollect, type Collector } from '#lib/ports/collector.ts';
import { rowOf } from './kubernetes/row.ts';
import { clusterTables } from './kubernetes/tables.ts';

/** The pause (ms) between polls of a job: short at first, since most parts take a moment. */
const firstPauseMs = 100;
const maxPauseMs = 2000;

const assertHasAgent = async (
  clusterReads: ClusterReads,
  integration: Integration,
): Promise<void> => {
  const hindrance = await clusterReads.hindrance(integration);
  if (hindrance !== undefined) throw new CannotCollect(hindrance);
};

/**
 * Reads one part of a list through a job of an agent, and polls it until it has ended: a part takes
 * seconds, so leaving the pauses to the state machine would cost more calls than waiting here. The
 * agents are checked as well, so that nothing waits for one that is gone.
 */
const readPart = async (
  clusterReads: ClusterReads,
  integration: Integration,
  args: SnapshotArgs,
  signal: AbortSignal,
): Promise<SnapshotPart> => {
  await assertHasAgent(clusterReads, integration);
  const id = await clusterReads.begin(integration, args);
  try {
    for (let ms = firstPauseMs; ; ms = Math.min(ms * 1.5, maxPauseMs)) {
      await pause(ms, undefined, { signal });
      const report = await clusterReads.look(integration, id);
      if (report && 'error' in report) throw new CannotCollect(report.error);
      if (report) return snapshotPart.parse(report.output);
      await assertHasAgent(clusterReads, integration);
    }
  } finally {
    await clusterReads.leave(integration, id);
  }
};

/** Reads a cluster through an agent in it, one list for each table. Throws `CannotCollect`. */
export const kubernetesCollector = (clusterReads: ClusterReads): Collector => ({
  tables: async (integration) => {
    await assertHasAgent(clusterReads, integration);
    return Object.keys(clusterTables);
  },

  rows: async function* ({ integration, table, signal, again }) {
    const list = Object.hasOwn(clusterTables, table) ? clusterTables[table]?.list : undefined;
    if (!list) throw new CannotCollect(`Agents do not read the table ${table}.`);
    let from: SnapshotPart['next'];
    do {
      const args = { lists: [list], ...(from && { from }) };
      const { pages, next } = await readPart(clusterReads, integration, args, signal);
      for (const { items, begins, error } of pages) {
        if (begins) again();
        yield items.map((item) => rowOf(table, item, clusterName(integration)));
        if (error !== undefined) throw new CannotCollect(error);
      }
      from = next;
    } while (from);
  },
});
