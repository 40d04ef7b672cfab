import type { ClusterReads } from '#lib/domain/agents/jobs/cluster-reads.service.ts';
import type { OpenAwsReader } from '#lib/domain/integrations/aws/service-read.schema.ts';
import type { Integration } from '#lib/domain/integrations/integration.schema.ts';
import type { Collector } from '#lib/ports/collector.ts';
import { kubernetesCollector } from './kubernetes.ts';
import { sampleCollector } from './sample.ts';

/** The tables of AWS are loaded by the first scan of an account. */
const whenNeeded = (readAws: OpenAwsReader): Collector => {
  const load = async () => (await import('./aws.ts')).awsCollector(readAws);
  return {
    tables: async (integration) => (await load()).tables(integration),
    rows: async function* (asked) {
      yield* (await load()).rows(asked);
    },
  };
};

export type CollectorDeps = {
  readAws: OpenAwsReader;
  clusterReads: ClusterReads;
};

/** The collector that serves an integration, by how it is read; undefined where none does. */
export const openCollectors = ({ readAws, clusterReads }: CollectorDeps) => {
  const byType: Readonly<Record<string, Collector>> = {
    aws: whenNeeded(readAws),
    kubernetes: kubernetesCollector(clusterReads),
  };
  return ({ sample, cspName }: Integration): Collector | undefined =>
    sample !== undefined ? sampleCollector : byType[cspName];
};
