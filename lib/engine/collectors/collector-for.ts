import type { Integration } from '#lib/domain/integrations/integration.schema.ts';
import type { Collector } from '#lib/ports/collector.ts';
import { sampleCollector } from './sample.ts';

/** The collector that serves an integration; undefined where none does. */
export const collectorFor = (integration: Integration): Collector | undefined =>
  integration.sample === undefined ? undefined : sampleCollector;
