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
  // The failure of another bot's run is what happened.
  error: 'event_driven_bot',
  agent: 'on_demand_bot',
};

export const botTypeOf = ({ type }: Trigger): BotType => typeOf[type];

/** Who started the run by hand; nobody did where it was a schedule or an event. */
export const callerOf = (trigger: Trigger): string | undefined =>
  trigger.type === 'manual' ? trigger.user_id : undefined;

/** The people who made a run start: by hand, by replaying its event, or by starting it over. */
export const startersOf = ({
  trigger,
  options,
}: Pick<ExecutionSummary, 'trigger' | 'options'>): string[] => {
  const starter = trigger.type === 'event' ? trigger.replayed_by : callerOf(trigger);
  const first = starter === undefined ? [] : [starter];
  return [...new Set([...first, ...(options.restarted_by ?? [])])];
};

/** The ids of the runs that were created in the time that the filter names. */
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

/** How the runs that the filter means may stand; undefined where it says nothing of that. */
export const standingsIn = ({
  state,
  standing,
}: Pick<HistoryFilter, 'state' | 'standing'>): readonly Standing[] | undefined =>
  standing ?? (state && standingsOf(state));

/** Whether a list shows the run; `bots` are those that the filter means, where it names any. */
export const isListed = (
  { bot_id, state, outcome, trigger }: ExecutionSummary,
  { state: wanted, standing: meant, bot_type, bot_caller }: HistoryFilter,
  bots: ReadonlySet<string> | undefined,
): boolean =>
  (wanted === undefined || wanted.includes(state)) &&
  (meant === undefined || meant.includes(standingOf({ state, outcome }))) &&
  (bots === undefined || bots.has(bot_id)) &&
  (bot_type === undefined || botTypeOf(trigger) === bot_type) &&
  (bot_caller === undefined || callerOf(trigger) === bot_caller);
