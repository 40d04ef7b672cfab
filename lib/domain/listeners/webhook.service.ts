import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { datedKey } from '#lib/kernel/dated-files.ts';
import { sha256, timedId, timeOfId } from '#lib/kernel/ids.ts';
import { parseJsonObject } from '#lib/kernel/json.ts';
import { limits } from '#lib/kernel/limits.ts';
import { badRequest, conflict, Refusal, unauthorised } from '#lib/kernel/refusal.ts';
import { pathsBelow } from '#lib/kernel/value-paths.ts';
import type { Bus } from '#lib/ports/bus.ts';
import type { Files } from '#lib/ports/files.ts';
import type { Realtime } from '#lib/ports/realtime.ts';
import { deliveryStore } from './delivery.store.ts';
import { titleOf } from './listener-event.rules.ts';
import { receivedFact } from './listener-event.schema.ts';
import { listenerEventStore } from './listener-event.store.ts';
import {
  deliveryIdOf,
  isAuthentic,
  isJsonCall,
  missingFields,
  pathTypeOf,
  unverifiedReason,
  type WebhookCall,
} from './listener.rules.ts';
import { authConfigs, type Listener } from './listener.schema.ts';
import { listenerStore } from './listener.store.ts';
import type { OpenedListener, OpenListener } from './opened-listeners.ts';
import type { RateLimit } from './rate-limit.ts';
import type { RecordRefusedCall } from './refused-call.service.ts';

type Fields = Readonly<Record<string, unknown>>;

export type WebhookDeps = {
  db: Database;
  files: Files;
  bus: Bus;
  realtime: Realtime;
  clock: Clock;
  /** Finds a listener with its decrypted secrets; results are cached for a moment. */
  openListener: OpenListener;
  mayAccept: RateLimit;
  noteRefused: RecordRefusedCall;
};

export type WebhookRequest = { type: string; listener_id: string; call: WebhookCall };
export type WebhookAnswer = { status: 200 | 202; body: { event_id: string; duplicate?: true } };

/** Seconds. */
export const eventRetentionSeconds = 30 * 24 * 3600;
const lastCalledInterval = 60_000;
const maxLearnedFields = 200;
const maxLearnedPaths = 100;
/** Texts from the sender that are stored in a listener or an event are cut to this length. */
const maxTextLength = 200;
/** Stands in for a listener that does not exist, so that the response takes the same work. */
const decoyAuth = authConfigs.parse({ auth_type: 'signature', headers: {} });

/** The listener, if the call proves that its sender may call it. */
const authenticListener = (
  opened: OpenedListener | undefined,
  { type, call }: WebhookRequest,
): Listener | undefined => {
  const authentic = isAuthentic(
    opened?.listener.auth_configs ?? decoyAuth,
    opened?.secrets ?? ['x'],
    call,
  );
  const hasMatchingType =
    opened && pathTypeOf(opened.listener.webhook_source_integration_type) === type.toLowerCase();
  return authentic && hasMatchingType ? opened.listener : undefined;
};

/** Every call that fails authentication gets the same response (401). */
const authenticate = async (
  { openListener }: WebhookDeps,
  request: WebhookRequest,
): Promise<Listener> => {
  const { listener_id: id } = request;
  // The cached listener may be older than the secret that the sender has just been given.
  const listener =
    authenticListener(await openListener(id), request) ??
    authenticListener(await openListener(id, 'anew'), request);
  if (listener) return listener;
  throw unauthorised('The call is not authentic. Check the address and the secret or signature.');
};

const readPayload = (listener: Listener, call: WebhookCall) => {
  if (!isJsonCall(call)) {
    throw new Refusal(415, 'Send application/json in UTF-8, without a content encoding.');
  }
  const { text, value } = parseJsonObject(call.body);
  const missing = missingFields(listener.payload_validation_fields, value);
  if (missing.length > 0) {
    const detail = missing.map((field) => ({ msg: 'This field is missing.', loc: [field] }));
    throw badRequest(`The payload lacks ${missing.join(', ')}.`, { detail });
  }
  return { text, value };
};

/** Field names that can be stored and chosen from a list; a payload may contain any name. */
const isLearnable = (field: string): boolean =>
  field !== '' && field.length <= maxTextLength && field.isWellFormed();

/** The paths of all fields in a payload, without their values. */
export const pathsIn = (payload: Fields): string[] =>
  pathsBelow('', payload)
    .map(({ path }) => path.slice(1))
    .filter(isLearnable);

/**
 * Records which fields the sender uses, and that it called, without a write for every event: nested
 * paths are examined only when a write is due anyway.
 */
const learnFields = async (deps: WebhookDeps, listener: Listener, payload: Fields, now: number) => {
  const existing = new Set(listener.learned_fields);
  const newFields = Object.keys(payload).filter(
    (field) => !existing.has(field) && isLearnable(field),
  );
  const learned = [...existing, ...newFields].slice(0, maxLearnedFields);
  const called = listener.last_called_at ? Date.parse(listener.last_called_at) : 0;
  if (learned.length === existing.size && now - called < lastCalledInterval) return;
  const paths = new Set([...listener.learned_paths, ...pathsIn(payload)]);
  const learned_paths = [...paths].slice(0, maxLearnedPaths);
  const change = { learned_fields: learned, learned_paths, last_called_at: isoTime(now) };
  await listenerStore(deps.db, listener.tenant_id).change(listener._id, change);
  Object.assign(listener, change);
};

type EventParts = { text: string; title: string | undefined; deliveryId: string | undefined };

/** Stores the event before the sender gets a response, and then publishes its fact. */
const storeEvent = async (
  deps: WebhookDeps,
  listener: Listener,
  { text, title, deliveryId }: EventParts,
) => {
  const { tenant_id, _id: listener_id } = listener;
  const now = deps.clock();
  const claim = { event_id: timedId('evt', now), body_sha256: sha256(text) };
  const effectiveClaim = deliveryId
    ? await deliveryStore(deps.db, tenant_id, listener_id).claim(deliveryId, claim, now)
    : claim;
  if (effectiveClaim.body_sha256 !== claim.body_sha256) {
    throw conflict('This delivery id was used with another body in the last 24 hours.');
  }
  const { event_id } = effectiveClaim;
  const inline = Buffer.byteLength(text) <= limits.inlineResult;
  const path = `${tenant_id}/${listener_id}/${event_id}.json`;
  const body_ref = datedKey('listener-events', timeOfId(event_id), path);
  if (!inline) await deps.files.put(body_ref, text);
  const created = await listenerEventStore(deps.db, tenant_id, listener_id).create({
    _id: event_id,
    received_at: isoTime(now),
    body_sha256: claim.body_sha256,
    ...(title && { title }),
    ...(deliveryId && { delivery_id: deliveryId.slice(0, maxTextLength).toWellFormed() }),
    ...(inline ? { body: text } : { body_ref }),
    bot_exc_ids: [],
    expires_at: Math.floor(now / 1000) + eventRetentionSeconds,
  });
  return { event_id, created };
};

const receive = async (deps: WebhookDeps, request: WebhookRequest): Promise<WebhookAnswer> => {
  if (request.call.body.byteLength > limits.webhookBody) {
    throw new Refusal(413, 'The body is larger than 4 MiB. Send a reference to the data instead.');
  }
  const listener = await authenticate(deps, request);
  const wait = deps.mayAccept(listener._id, deps.clock());
  if (wait > 0) {
    throw new Refusal(429, 'This listener receives too many calls. Send this call again later.', {
      headers: { 'retry-after': String(Math.ceil(wait / 1000)) },
    });
  }
  const { text, value } = readPayload(listener, request.call);
  const deliveryId = await deliveryIdOf(request.call, value, listener.delivery_id_field);
  const title = titleOf(value);
  const { event_id, created } = await storeEvent(deps, listener, { text, title, deliveryId });
  if (!created) return { status: 200, body: { event_id, duplicate: true } };
  const { tenant_id, _id: listener_id } = listener;
  // The event is stored and keeps its fact until the fact has been sent. If a failure from here on
  // were reported to the sender, it would only send the event twice.
  await Promise.allSettled([
    deps.bus.publish([receivedFact({ tenant_id, listener_id, _id: event_id, title, replays: [] })]),
    learnFields(deps, listener, value, deps.clock()),
    deps.realtime.push(tenant_id, 'listener_called', { listener_id, event_id }),
  ]);
  return { status: 202, body: { event_id } };
};

/** Why a call was rejected: the refusal's message, or for a 401 what the sender is not told. */
const reasonOf = (
  refusal: Refusal,
  { auth_configs, ...one }: Listener,
  request: WebhookRequest,
): string => {
  if (refusal.status !== 401) return refusal.message;
  return pathTypeOf(one.webhook_source_integration_type) === request.type.toLowerCase()
    ? unverifiedReason(auth_configs, request.call)
    : 'The source in the address is not the source of the listener.';
};

/** Records why a call was rejected; the response waits for this but does not change. */
const recordRefusal = async (deps: WebhookDeps, request: WebhookRequest, refusal: Refusal) => {
  const found = await deps.openListener(request.listener_id);
  if (!found) return;
  const reason = reasonOf(refusal, found.listener, request);
  await deps.noteRefused(found.listener, { status: refusal.status, reason }, deps.clock());
};

/**
 * Takes one call of a listener: authenticates it, validates it, stores it, and only then responds
 * with 202. A delivery id seen in the last 24 hours gets 200 with the id of the event that it
 * became. A rejected call is counted for the listener's users, and its refusal is thrown.
 */
export const receiveWebhook =
  (deps: WebhookDeps) =>
  async (request: WebhookRequest): Promise<WebhookAnswer> => {
    try {
      return await receive(deps, request);
    } catch (error) {
      if (error instanceof Refusal) await Promise.allSettled([recordRefusal(deps, request, error)]);
      throw error;
    }
  };
