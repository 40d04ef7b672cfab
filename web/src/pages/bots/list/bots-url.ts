import * as z from 'zod';
import { botStatuses, categories, importances } from '#lib/domain/bots/bot.schema.ts';
import { triggerTypes } from '#lib/domain/bots/nodes/start.schema.ts';
import { searchText } from '#lib/kernel/page.ts';
import { choiceParam, pageParam, sizeParam, textParam } from '#web/components/use-url-state.ts';

/** The list's address (spec 3 section 2, "Bots list"). */
export const botsUrl = z.object({
  page: pageParam,
  itemCount: sizeParam,
  status: choiceParam(botStatuses),
  category: choiceParam(categories),
  importance: choiceParam(importances),
  eventType: choiceParam(triggerTypes),
  regex: textParam,
  listenerId: textParam,
});

export type BotsUrl = z.output<typeof botsUrl>;

/** The filter of the address as the API takes it; a text that the API would refuse is left out. */
export const filterOf = (url: BotsUrl) => ({
  status: url.status,
  category: url.category,
  importance: url.importance,
  event: url.eventType,
  listener_id: url.listenerId,
  regex: searchText.safeParse(url.regex).data,
});

export const noFilter = {
  page: 1,
  status: undefined,
  category: undefined,
  importance: undefined,
  eventType: undefined,
  regex: undefined,
  listenerId: undefined,
};

export const isFiltered = (url: BotsUrl): boolean => Object.values(filterOf(url)).some(Boolean);
