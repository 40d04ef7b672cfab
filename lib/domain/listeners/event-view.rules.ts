import { fitsAnswer, partOf } from '#lib/kernel/answer-size.ts';
import type { Caller } from '#lib/kernel/caller.ts';
import { guards } from '#lib/kernel/guards.ts';
import { parseExactly } from '#lib/kernel/json.ts';
import { limits } from '#lib/kernel/limits.ts';
import { refusalOf } from '../account/permission.rules.ts';
import { handlingOf } from './listener-event.rules.ts';
import type { ListenerEvent, ListenerEventView } from './listener-event.schema.ts';

/** Of an answer: what else is told of an event needs little of it. */
const mostPayload = limits.answer - 500_000;

/** Those who may not see bots are told that some did not start, and not which. */
const droppedFor = (caller: Caller, { dropped }: ListenerEvent): ListenerEvent['dropped'] =>
  refusalOf(caller, guards.getBot)
    ? dropped?.map((one) => ({ ...one, bot_id: '', bot_name: 'A bot that you may not see' }))
    : dropped;

/** An event as it is answered, with a part of its payload where one answer cannot hold that. */
export const eventView = (
  caller: Caller,
  event: ListenerEvent,
  body = event.body,
  part = 0,
): ListenerEventView => {
  const { listener_key, tenant_id, outbox, parked_key, expires_at, ...rest } = event;
  const { body: _, body_ref, ...kept } = rest;
  const dropped = droppedFor(caller, event);
  const view = { ...kept, ...(dropped && { dropped }), handling: handlingOf(event) };
  if (body === undefined) return view;
  const payload = parseExactly(body) as Record<string, unknown>;
  const text = JSON.stringify(payload);
  if (!fitsAnswer(text, mostPayload)) return { ...view, payload_part: partOf(text, part) };
  return { ...view, payload };
};
