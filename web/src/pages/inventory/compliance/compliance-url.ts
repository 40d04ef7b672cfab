import * as z from 'zod';
import { categories } from '#lib/domain/bots/bot.schema.ts';
import { benchmarkGroups } from '#lib/domain/compliance/benchmark.schema.ts';
import { criticalities } from '#lib/domain/compliance/criticality.rules.ts';
import { inventoryTypes } from '#lib/domain/inventory/inventoried-clouds.schema.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { choiceParam, pageParam, textParam } from '#web/components/use-url-state.ts';

/** Milliseconds. A scan takes minutes; an open page shows its findings without a reload. */
export const pollEvery = 30_000;

/** The minimum days since a finding was first seen, as options of the filter. */
export const openDays = ['1', '7', '30', '90', '180', '365'] as const;

export const daysText = (days: string): string => formatCount(Number(days), 'day');

/** The state of the page, and the open rule. */
export const complianceUrl = z.object({
  pageNumber: pageParam,
  /** A part of a rule's title or id. */
  search: textParam,
  integrationType: choiceParam(inventoryTypes),
  integrationId: textParam,
  benchmarkType: choiceParam(benchmarkGroups),
  category: choiceParam(categories),
  criticality: choiceParam(criticalities),
  runError: choiceParam(['true']),
  /** Findings that are new since a day, or open for at least this number of days. */
  newSince: z.iso.date().optional().catch(undefined),
  openDays: choiceParam(openDays),
  rule: textParam,
});
export type ComplianceUrl = z.output<typeof complianceUrl>;

export type ChangeComplianceFilter = (patch: {
  [K in keyof ComplianceUrl]?: ComplianceUrl[K] | undefined;
}) => void;

/** The age of findings as input of the API. */
export const ageOf = ({ newSince, openDays: days }: ComplianceUrl) => ({
  ...(newSince !== undefined && { new_since: newSince }),
  ...(days !== undefined && { open_days: days }),
});

/** The filter for integrations, rules and age as input of the API. */
export const scopeOf = (url: ComplianceUrl) => ({
  integration_type: url.integrationType,
  integration_id: url.integrationId,
  benchmark: url.benchmarkType,
  category: url.category,
  ...ageOf(url),
});

/** The same with the result of the rules. */
export const filterOf = (url: ComplianceUrl) => ({
  ...scopeOf(url),
  ...(url.runError ? { run_error: 'true' as const } : { criticality: url.criticality }),
});
