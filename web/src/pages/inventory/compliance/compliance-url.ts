import * as z from 'zod';
import { categories } from '#lib/domain/bots/bot.schema.ts';
import { benchmarkGroups } from '#lib/domain/compliance/benchmark.schema.ts';
import { findingStatuses } from '#lib/domain/compliance/rule.schema.ts';
import { inventoryTypes } from '#lib/domain/inventory/inventoried-clouds.schema.ts';
import { choiceParam, pageParam, textParam } from '#web/components/use-url-state.ts';

/** What the page shows, and the rule that is open. */
export const complianceUrl = z.object({
  pageNumber: pageParam,
  integrationType: choiceParam(inventoryTypes),
  integrationId: textParam,
  benchmarkType: choiceParam(benchmarkGroups),
  category: choiceParam(categories),
  criticality: choiceParam(findingStatuses),
  runError: choiceParam(['true']),
  rule: textParam,
});
export type ComplianceUrl = z.output<typeof complianceUrl>;

export type NarrowCompliance = (patch: {
  [K in keyof ComplianceUrl]?: ComplianceUrl[K] | undefined;
}) => void;

/** Which integrations and rules are meant, as the API is asked. */
export const scopeOf = ({
  integrationType,
  integrationId,
  benchmarkType,
  category,
}: ComplianceUrl) => ({
  integration_type: integrationType,
  integration_id: integrationId,
  benchmark: benchmarkType,
  category,
});

/** The same with what the rules have to have found. */
export const filterOf = (url: ComplianceUrl) => ({
  ...scopeOf(url),
  ...(url.runError ? { run_error: 'true' as const } : { criticality: url.criticality }),
});
