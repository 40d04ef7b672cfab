import * as z from 'zod';
import { standings } from '#lib/domain/executions/outcome/standing.schema.ts';
import type { BotType } from '#lib/domain/executions/history/history.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { searchText } from '#lib/kernel/page.ts';
import { parseRange } from '#web/components/time-range.ts';
import { choiceParam, choicesParam, pageParam, textParam } from '#web/components/use-url-state.ts';

export const botTypes = ['on_demand_bot', 'scheduled_bot', 'event_driven_bot'] as const;

/** The names shown for the kinds of triggers. */
export const botTypeNames: Record<BotType, string> = {
  scheduled_bot: 'By schedule',
  on_demand_bot: 'Manual',
  event_driven_bot: 'By an event',
};

/** The filters of the list of runs in the address. */
export const runsUrl = z.object({
  page: pageParam,
  status: choicesParam(standings),
  name: textParam,
  bot_id: textParam,
  bot_type: choiceParam(botTypes),
  /** A user, or `Self`. */
  bot_caller: z.string().min(1).max(320).optional().catch(undefined),
  /** The range of the start time: `start,end` in milliseconds. */
  timeStamp: textParam,
});

export type RunsUrl = z.output<typeof runsUrl>;

/** The filter's parameters. */
export const runFilterParams = [
  'status',
  'name',
  'bot_id',
  'bot_type',
  'bot_caller',
  'timeStamp',
] as const;

/** The input of the call; `me` is the signed-in user, once loaded. */
export const runsQuery = (url: RunsUrl, me: string | undefined, now: number) => {
  const { status, name, bot_id, bot_type, bot_caller, timeStamp } = url;
  const range = parseRange(timeStamp, now);
  return {
    standing: status,
    bot_name: searchText.safeParse(name).data,
    bot_id,
    bot_type,
    bot_caller: bot_caller === 'Self' ? me : bot_caller,
    ...(range && { created_from: isoTime(range.start), created_to: isoTime(range.end) }),
  };
};
