import type { EventFilter, Handling, ListenerEvent } from './listener-event.schema.ts';

/** What became of an event. */
export const handlingOf = ({
  parked,
  outbox,
  dropped = [],
  bot_exc_ids,
}: Pick<ListenerEvent, 'parked' | 'outbox' | 'dropped' | 'bot_exc_ids'>): Handling => {
  if (parked) return 'parked';
  if (outbox !== undefined) return 'waiting';
  if (dropped.length > 0) return 'dropped';
  return bot_exc_ids.length > 0 ? 'started' : 'unheard';
};

/** Why an event cannot be replayed, as a sentence; undefined where it can. */
export const replayProblem = (handling: Handling): string | undefined => {
  if (handling === 'waiting') return 'This event is about to be handled. Look again in a moment.';
  return handling === 'started'
    ? 'This event started its runs. Replay one of those instead.'
    : undefined;
};

type Rule = EventFilter['rules'][number];

const fieldOf = (
  event: ListenerEvent,
  payload: Record<string, unknown>,
  field: string,
): unknown => {
  if (field === '_id') return event._id;
  if (field === 'delivery_id') return event.delivery_id;
  return Object.hasOwn(payload, field) ? payload[field] : undefined;
};

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

const holds = (value: unknown, { operator, value: wanted = '' }: Rule): boolean => {
  switch (operator) {
    case 'equals':
      return value !== undefined && textOf(value) === wanted;
    case 'not_equals':
      return textOf(value) !== wanted;
    case 'contains':
      return textOf(value).toLowerCase().includes(wanted.toLowerCase());
    case 'exists':
      return value !== undefined;
    default:
      return value === undefined;
  }
};

/**
 * Whether the event passes the filter: all of its rules, or any of them. No rules pass everything.
 */
export const passesFilter = (
  event: ListenerEvent,
  payload: Record<string, unknown>,
  { match, rules }: EventFilter,
): boolean => {
  const verdict = (rule: Rule) => holds(fieldOf(event, payload, rule.field), rule);
  return match === 'all' || rules.length === 0 ? rules.every(verdict) : rules.some(verdict);
};
