import type { ClusterReads } from '#lib/domain/agents/jobs/cluster-reads.service.ts';
import type { OpenAwsReader } from '#lib/domain/integrations/aws/service-read.schema.ts';
import type { Integration } from '#lib/domain/integrations/integration.schema.ts';
import {
  collectorOf,
  type CollectorOffers,
  schemasOf,
} from '#lib/domain/inventory/scans/collector.rules.ts';
import type { CollectorName } from '#lib/domain/inventory/scans/collector.schema.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Collector } from '#lib/ports/collector.ts';
import type { ExporterFolder } from './steampipe-exporter.ts';
import type { SteampipeService } from './steampipe.ts';

/** A collector that is loaded on first use: most functions that name collectors use one or none. */
const lazyCollector = (load: () => Promise<Collector>): Collector => ({
  tables: async (integration) => (await load()).tables(integration),
  rows: async function* (request) {
    yield* (await load()).rows(request);
  },
});

export type CollectorDeps = {
  clock: Clock;
  readAws: OpenAwsReader;
  clusterReads: () => Promise<ClusterReads>;
  /** What the operator's Steampipe services and exporters can read. */
  offers: CollectorOffers;
  steampipe: SteampipeService['address'];
  /** The folder of the exporters, if there is one. */
  exporters?: ExporterFolder | undefined;
};

/** Returns a function that finds the collector of an integration; undefined if it has none. */
export const openCollectors = (deps: CollectorDeps) => {
  const { clock, readAws, clusterReads, offers, steampipe, exporters } = deps;
  const noExporters = { folder: '', environment: {} };
  const collectors: Record<CollectorName, Collector> = {
    sample: lazyCollector(async () => (await import('./sample.ts')).sampleCollector(clock)),
    aws: lazyCollector(async () => (await import('./aws.ts')).awsCollector(readAws)),
    agent: lazyCollector(async () => {
      const { kubernetesCollector } = await import('./kubernetes.ts');
      return kubernetesCollector(await clusterReads());
    }),
    steampipe: lazyCollector(async () =>
      (await import('./steampipe.ts')).steampipeCollector({
        address: steampipe,
        schemasOf: (one) => schemasOf(one, offers.steampipe) ?? [],
      }),
    ),
    exporter: lazyCollector(async () =>
      (await import('./steampipe-exporter.ts')).exporterCollector({
        ...(exporters ?? noExporters),
        connectionsOf: (one) => schemasOf(one, offers.exporter) ?? [],
      }),
    ),
  };
  return (integration: Integration): Collector | undefined => {
    const name = collectorOf(integration, offers);
    return name && collectors[name];
  };
};
