import * as z from 'zod';
import { commaList, pageQuery, searchText } from '#lib/kernel/page.ts';
import { endsInOrder } from '#lib/kernel/time-range.ts';
import { executionState } from '../execution.schema.ts';
import { standing } from '../outcome/standing.schema.ts';

/** How runs come about. */
const botTypes = ['scheduled_bot', 'on_demand_bot', 'event_driven_bot'] as const;
export const botType = z.enum(botTypes);
export type BotType = z.infer<typeof botType>;

/** What a list of runs is narrowed by. Runs are listed newest first. */
const historyFilter = z.strictObject({
  bot_id: z.string().max(60).optional(),
  /** Part of the name that the bot has now. */
  bot_name: searchText.optional(),
  /** The user who started it. */
  bot_caller: z.string().max(320).optional(),
  /** Any of these, whatever people decided. */
  state: commaList(executionState).optional(),
  /** Any of these, as people read it: what was decided in a run, in place of its state. */
  standing: commaList(standing).optional(),
  bot_type: botType.optional(),
  /** The first and the last moment of its creation, both included. */
  created_from: z.iso.datetime().optional(),
  created_to: z.iso.datetime().optional(),
});
export type HistoryFilter = z.infer<typeof historyFilter>;

export const historyQuery = historyFilter
  .extend(pageQuery())
  .check(endsInOrder('created_from', 'created_to'));

/** What the runs of apps are ordered by; a minus turns the order round. */
export const appRunSorts = ['updated_at', '-updated_at', 'created_at', '-created_at'] as const;
export type AppRunSort = (typeof appRunSorts)[number];

export const executionStateList = z.object({ states: z.array(executionState) });
