import { isWithinResponseLimit, textPartOf } from '#lib/kernel/response-size.ts';
import type { Caller } from '#lib/kernel/caller.ts';
import { guards } from '#lib/kernel/guards.ts';
import { parseLosslessly } from '#lib/kernel/json.ts';
import { limits } from '#lib/kernel/limits.ts';
import { refusalOf } from '../account/permission.rules.ts';
import { handlingOf } from './listener-event.rules.ts';
import type { ListenerEvent, ListenerEventView } from './listener-event.schema.ts';

/** The share of a response that a payload may take; the other fields of an event need little. */
const maxPayloadBytes = limits.answer - 500_000;

/** Callers who may not see bots learn that some bots did not start, but not which. */
const droppedFor = (caller: Caller, { dropped }: ListenerEvent): ListenerEvent['dropped'] =>
  refusalOf(caller, guards.getBot)
    ? dropped?.map((one) => ({ ...one, bot_id: '', bot_name: 'A bot that you may not see' }))
    : dropped;

/** An event as returned to callers; a payload too large for one response is returned in parts. */
export const eventView = (
  caller: Caller,
  event: ListenerEvent,
  body = event.body,
  partIndex = 0,
): ListenerEventView => {
  const { listener_key, tenant_id, outbox, parked_key, expires_at, ...rest } = event;
  const { body: _, body_ref, ...fields } = rest;
  const dropped = droppedFor(caller, event);
  const view = { ...fields, ...(dropped && { dropped }), handling: handlingOf(event) };
  if (body === undefined) return view;
  const payload = parseLosslessly(body) as Record<string, unknown>;
  const text = JSON.stringify(payload);
  if (!isWithinResponseLimit(text, maxPayloadBytes))
    return { ...view, payload_part: textPartOf(text, partIndex) };
  return { ...view, payload };
};
