import type { EventFilter, Handling, ListenerEvent } from './listener-event.schema.ts';

/** What happened to an event. */
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

/** Why an event cannot be replayed, as a sentence; undefined if it can. */
export const replayProblem = (handling: Handling): string | undefined => {
  if (handling === 'waiting') return 'This event is about to be handled. Check again in a moment.';
  return handling === 'started'
    ? 'This event has already started runs. Replay one of these runs instead.'
    : undefined;
};

/** The payload paths where senders usually put a title; the first with a text is used. */
const titlePaths: readonly (readonly string[])[] = [
  ['title'],
  ['subject'],
  ['summary'],
  ['detail', 'findings', '0', 'Title'],
  ['name'],
  ['message'],
  ['detail-type'],
  ['event'],
  ['action'],
  ['type'],
];

const maxTitleLength = 120;

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (at, name) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, name)
        ? Reflect.get(at, name)
        : undefined,
    value,
  );

/** The title of an event, on one line; undefined if no usual field holds one. */
export const titleOf = (payload: unknown): string | undefined => {
  for (const path of titlePaths) {
    const found = valueAt(payload, path);
    const text = typeof found === 'string' ? found.trim().replace(/\s+/g, ' ') : '';
    if (text !== '') return text.slice(0, maxTitleLength).toWellFormed();
  }
  return undefined;
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

/** A field as filter rules read it. It may hold megabytes: its texts are made once, if at all. */
type Field = { value: unknown; text: () => string; lowerCase: () => string };

const once = (make: () => string): (() => string) => {
  let cached: string | undefined;
  return () => (cached ??= make());
};

const readField = (value: unknown): Field => {
  const text = once(() => textOf(value));
  return { value, text, lowerCase: once(() => text().toLowerCase()) };
};

const matchesRule = (
  { value, text, lowerCase }: Field,
  { operator, value: expected = '' }: Rule,
) => {
  switch (operator) {
    case 'equals':
      return value !== undefined && text() === expected;
    case 'not_equals':
      return text() !== expected;
    case 'contains':
      return lowerCase().includes(expected.toLowerCase());
    case 'exists':
      return value !== undefined;
    default:
      return value === undefined;
  }
};

/**
 * Whether the event passes the filter: all of its rules, or any of them. An empty filter passes
 * every event.
 */
export const matchesFilter = (
  event: ListenerEvent,
  payload: Record<string, unknown>,
  { match, rules }: EventFilter,
): boolean => {
  const fields = new Map<string, Field>();
  const read = (name: string): Field => {
    const field = fields.get(name) ?? readField(fieldOf(event, payload, name));
    fields.set(name, field);
    return field;
  };
  const verdict = (rule: Rule) => matchesRule(read(rule.field), rule);
  return match === 'all' || rules.length === 0 ? rules.every(verdict) : rules.some(verdict);
};
