import * as z from 'zod';
import { commaList, pageQuery, searchText } from '#lib/kernel/page.ts';
import { rangeOrderCheck } from '#lib/kernel/time-range.ts';
import { executionState } from '../execution.schema.ts';
import { standing } from '../outcome/standing.schema.ts';

/** How runs are triggered. */
const botTypes = ['scheduled_bot', 'on_demand_bot', 'event_driven_bot'] as const;
export const botType = z.enum(botTypes);
export type BotType = z.infer<typeof botType>;

/** Filter of a list of runs, which is sorted newest first. */
const historyFilter = z.strictObject({
  bot_id: z.string().max(60).optional(),
  /** Part of the bot's current name. */
  bot_name: searchText.optional(),
  /** The user who started the run by hand. */
  bot_caller: z.string().max(320).optional(),
  /** Any of these states, regardless of what people decided. */
  state: commaList(executionState).optional(),
  /** Any of these standings: what was decided in a run, or else its state. */
  standing: commaList(standing).optional(),
  bot_type: botType.optional(),
  /** Time range of the run's creation, both ends included. */
  created_from: z.iso.datetime().optional(),
  created_to: z.iso.datetime().optional(),
});
export type HistoryFilter = z.infer<typeof historyFilter>;

export const historyQuery = historyFilter
  .extend(pageQuery())
  .check(rangeOrderCheck('created_from', 'created_to'));

/** Sort orders of the runs of apps; a minus sign means descending. */
export const appRunSorts = ['updated_at', '-updated_at', 'created_at', '-created_at'] as const;
export type AppRunSort = (typeof appRunSorts)[number];

export const executionStateList = z.object({ states: z.array(executionState) });
