import type { OpenAwsReader } from '#lib/domain/integrations/aws/service-read.schema.ts';
import type { Integration } from '#lib/domain/integrations/integration.schema.ts';
import type { Collector } from '#lib/ports/collector.ts';
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

/** The collector that serves an integration, by how AWS is read; undefined where none does. */
export const openCollectors = (readAws: OpenAwsReader) => {
  const aws = whenNeeded(readAws);
  return ({ sample, cspName }: Integration): Collector | undefined => {
    if (sample !== undefined) return sampleCollector;
    return cspName === 'aws' ? aws : undefined;
  };
};
