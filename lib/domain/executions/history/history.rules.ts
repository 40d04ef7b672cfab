import { timedBounds } from '#lib/kernel/ids.ts';
import type { ExecutionSummary, Trigger } from '../execution.schema.ts';
import { standingOf, standingsOf } from '../outcome/standing.rules.ts';
import type { Standing } from '../outcome/standing.schema.ts';
import type { BotType, HistoryFilter } from './history.schema.ts';

const typeOf: Record<Trigger['type'], BotType> = {
  schedule: 'scheduled_bot',
  manual: 'on_demand_bot',
  event: 'event_driven_bot',
  finding: 'event_driven_bot',
  // The event is the failure of another bot's run.
  error: 'event_driven_bot',
  agent: 'on_demand_bot',
};

export const botTypeOf = ({ type }: Trigger): BotType => typeOf[type];

/** The user who started the run by hand; undefined for any other trigger. */
export const manualStarterOf = (trigger: Trigger): string | undefined =>
  trigger.type === 'manual' ? trigger.user_id : undefined;

/** The users who caused a run: who started it, replayed its event, or resumed or replayed a run. */
export const startersOf = ({
  trigger,
  options,
}: Pick<ExecutionSummary, 'trigger' | 'options'>): string[] => {
  const starter = trigger.type === 'event' ? trigger.replayed_by : manualStarterOf(trigger);
  const first = starter === undefined ? [] : [starter];
  return [...new Set([...first, ...(options.restarted_by ?? [])])];
};

/** Bounds of the ids of runs created in the filter's time range; undefined if it has none. */
export const idBounds = ({
  created_from,
  created_to,
}: HistoryFilter): readonly [string, string] | undefined => {
  if (created_from === undefined && created_to === undefined) return undefined;
  const from = created_from === undefined ? 0 : Date.parse(created_from);
  return created_to === undefined
    ? timedBounds('exc', from)
    : timedBounds('exc', from, Date.parse(created_to));
};

/** The standings that the filter accepts; undefined if it does not restrict them. */
export const standingsIn = ({
  state,
  standing,
}: Pick<HistoryFilter, 'state' | 'standing'>): readonly Standing[] | undefined =>
  standing ?? (state && standingsOf(state));

/** Whether a list shows the run; `bots` are the ids that the filter accepts, if it names bots. */
export const matchesHistoryFilter = (
  { bot_id, state, outcome, trigger }: ExecutionSummary,
  { state: states, standing: standings, bot_type, bot_caller }: HistoryFilter,
  bots: ReadonlySet<string> | undefined,
): boolean =>
  (states === undefined || states.includes(state)) &&
  (standings === undefined || standings.includes(standingOf({ state, outcome }))) &&
  (bots === undefined || bots.has(bot_id)) &&
  (bot_type === undefined || botTypeOf(trigger) === bot_type) &&
  (bot_caller === undefined || manualStarterOf(trigger) === bot_caller);
