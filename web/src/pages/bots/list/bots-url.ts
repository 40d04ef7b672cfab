import * as z from 'zod';
import { parseSort } from '#lib/domain/bots/bot-order.rules.ts';
import { botSorts } from '#lib/domain/bots/bot-order.schema.ts';
import { botStatuses, categories, importances } from '#lib/domain/bots/bot.schema.ts';
import { triggerTypes } from '#lib/domain/bots/nodes/start.schema.ts';
import { searchText } from '#lib/kernel/page.ts';
import type { useIntegrationFilter } from '#web/app/integration-filter.ts';
import { choiceParam, pageParam, sizeParam, textParam } from '#web/components/use-url-state.ts';

/** The list's address. */
export const botsUrl = z.object({
  page: pageParam,
  itemCount: sizeParam,
  status: choiceParam(botStatuses),
  category: choiceParam(categories),
  importance: choiceParam(importances),
  eventType: choiceParam(triggerTypes),
  regex: textParam,
  listenerId: textParam,
  integrationType: textParam,
  integrationId: textParam,
  /** An alias of `integrationId`, as other addresses write it. */
  integration_id: textParam,
  /** A minus reverses the order. */
  sort: z.enum(botSorts).default('importance').catch('importance'),
});

export type BotsUrl = z.output<typeof botsUrl>;
export type ChangeUrl = (patch: Partial<{ [K in keyof BotsUrl]: BotsUrl[K] | undefined }>) => void;

/** The integration of the global filter, which applies to the list of bots. */
export type GlobalFilter = Pick<ReturnType<typeof useIntegrationFilter>, 'chosen'>;

/**
 * The address's filter as the API's input; a text that the API would reject is left out. The
 * integration in the address takes precedence over the global filter.
 */
export const filterOf = (url: BotsUrl, everywhere: GlobalFilter) => ({
  status: url.status,
  category: url.category,
  importance: url.importance,
  event: url.eventType,
  listener_id: url.listenerId,
  integration_type: url.integrationType,
  integration_id: url.integrationId ?? url.integration_id ?? everywhere.chosen,
  regex: searchText.safeParse(url.regex).data,
});

/** The filter's parameters. */
export const botFilterParams = [
  'status',
  'category',
  'importance',
  'eventType',
  'regex',
  'listenerId',
  'integrationType',
  'integrationId',
  'integration_id',
] as const;

/** The sorting of the table: the server sorts all bots, not only those shown. */
export const sortingOf = ({ sort }: BotsUrl, change: ChangeUrl) => ({
  ...parseSort(sort),
  onSort: (by: string, descending: boolean) => {
    const chosen = botSorts.find((one) => one === `${descending ? '-' : ''}${by}`);
    change({ sort: chosen, page: 1 });
  },
});
