import * as z from 'zod';
import { categories } from '#lib/domain/bots/bot.schema.ts';
import { benchmarkGroups } from '#lib/domain/compliance/benchmark.schema.ts';
import { criticalities } from '#lib/domain/compliance/criticality.rules.ts';
import { inventoryTypes } from '#lib/domain/inventory/inventoried-clouds.schema.ts';
import { counted } from '#lib/kernel/text.ts';
import { choiceParam, pageParam, textParam } from '#web/components/use-url-state.ts';

/** A scan takes minutes; an open page sees its findings by itself (ms). */
export const poll = 30_000;

/** Days for which findings are open at least, as the filter offers them. */
export const openDays = ['1', '7', '30', '90', '180', '365'] as const;

export const daysText = (days: string): string => counted(Number(days), 'day');

/** What the page shows, and the rule that is open. */
export const complianceUrl = z.object({
  pageNumber: pageParam,
  /** Part of a rule's title or id. */
  search: textParam,
  integrationType: choiceParam(inventoryTypes),
  integrationId: textParam,
  benchmarkType: choiceParam(benchmarkGroups),
  category: choiceParam(categories),
  criticality: choiceParam(criticalities),
  runError: choiceParam(['true']),
  /** Findings that are new since a day, or open for so many days at least. */
  newSince: z.iso.date().optional().catch(undefined),
  openDays: choiceParam(openDays),
  rule: textParam,
});
export type ComplianceUrl = z.output<typeof complianceUrl>;

export type NarrowCompliance = (patch: {
  [K in keyof ComplianceUrl]?: ComplianceUrl[K] | undefined;
}) => void;

/** Of which age findings are, as the API is asked. */
export const ageOf = ({ newSince, openDays: days }: ComplianceUrl) => ({
  ...(newSince !== undefined && { new_since: newSince }),
  ...(days !== undefined && { open_days: days }),
});

/** Which integrations, rules and findings are meant, as the API is asked. */
export const scopeOf = (url: ComplianceUrl) => ({
  integration_type: url.integrationType,
  integration_id: url.integrationId,
  benchmark: url.benchmarkType,
  category: url.category,
  ...ageOf(url),
});

/** The same with what the rules have to have found. */
export const filterOf = (url: ComplianceUrl) => ({
  ...scopeOf(url),
  ...(url.runError ? { run_error: 'true' as const } : { criticality: url.criticality }),
});
