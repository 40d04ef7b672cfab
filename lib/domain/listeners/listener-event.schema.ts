import * as z from 'zod';
import { textPart } from '#lib/kernel/response-size.ts';
import { pageOf } from '#lib/kernel/page.ts';

/** When and why an event was parked; it is not tried again until somebody replays it. */
export const parked = z.object({ at: z.string(), cause: z.string(), tries: z.number().int() });
export type Parked = z.infer<typeof parked>;

/**
 * What happened to an event: it is about to be handled, it started runs, some of its bots did not
 * start, every try to handle it failed, or no enabled bot waited for it.
 */
export const handlings = ['waiting', 'started', 'dropped', 'parked', 'unheard'] as const;
export const handling = z.enum(handlings);
export type Handling = z.infer<typeof handling>;

/** One authentic call of a listener, as stored before the sender gets its 202. */
export const listenerEvent = z.object({
  /** `tenant_id#listener_id`. */
  listener_key: z.string(),
  _id: z.string(),
  tenant_id: z.string(),
  listener_id: z.string(),
  received_at: z.string(),
  delivery_id: z.string().optional(),
  /** A short title from the payload, by which people recognise the event in a list. */
  title: z.string().optional(),
  body_sha256: z.string(),
  /** The body as it was sent, up to 32 KB; a larger one is in a file named by `body_ref`. */
  body: z.string().optional(),
  body_ref: z.string().optional(),
  /** When it was replayed, the first time first. */
  replays: z.array(z.string()).default([]),
  /** The user who replayed it last, to whom the runs of the replay belong. */
  replayed_by: z.string().optional(),
  /** The runs that this event started, including those before a replay. */
  bot_exc_ids: z.array(z.string()).default([]),
  /** Bots that this event did not start because their limit of concurrent runs was reached. */
  dropped: z
    .array(z.object({ bot_id: z.string(), bot_name: z.string(), why: z.string() }))
    .optional(),
  /** Present until the fact has been delivered: `unsent#<shard>`. */
  outbox: z.string().optional(),
  parked: parked.optional(),
  /** `listener_key` while the event is parked: the key of the index of parked events. */
  parked_key: z.string().optional(),
  expires_at: z.number(),
});

export type ListenerEvent = z.infer<typeof listenerEvent>;

type EventFacts = Pick<ListenerEvent, 'tenant_id' | 'listener_id' | '_id' | 'title' | 'replays'>;

/** The fact that an event must be handled, with the title by which its runs are known. */
export const receivedFact = ({ tenant_id, listener_id, _id, title, replays }: EventFacts) => ({
  type: 'listener_event_received' as const,
  tenant_id,
  listener_id,
  event_id: _id,
  ...(title !== undefined && { title }),
  ...(replays.length > 0 && { replayed: true as const }),
});

export type Dropped = NonNullable<ListenerEvent['dropped']>[number];

/** Not `z.record`, which would drop a field named `__proto__`. */
const payload = z.unknown() as unknown as z.ZodType<Record<string, unknown>>;

/** As returned to callers, with the parsed payload; in lists a payload over 32 KB is absent. */
export const listenerEventView = listenerEvent
  .omit({
    listener_key: true,
    tenant_id: true,
    outbox: true,
    parked_key: true,
    body: true,
    body_ref: true,
    expires_at: true,
  })
  .extend({
    payload: payload.optional(),
    /** Part of the payload's JSON, in place of a payload that is too large for one response. */
    payload_part: textPart.optional(),
    handling,
  });

export type ListenerEventView = z.infer<typeof listenerEventView>;

export const listenerEventPage = pageOf(listenerEventView);

const operators = ['equals', 'not_equals', 'contains', 'exists', 'not_exists'] as const;

/** One rule of the event filter; `field` is a top-level payload field, `_id` or `delivery_id`. */
const eventFilterRule = z.strictObject({
  field: z.string().min(1).max(200),
  operator: z.enum(operators),
  value: z.string().max(500).optional(),
});

/** A flat filter: all or any of its rules must match. */
export const eventFilter = z.strictObject({
  match: z.enum(['all', 'any']).default('all'),
  rules: z.array(eventFilterRule).max(50),
});

export type EventFilter = z.infer<typeof eventFilter>;
