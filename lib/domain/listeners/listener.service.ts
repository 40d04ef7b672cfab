import { randomBytes } from 'node:crypto';
import type { Caller } from '#lib/kernel/caller.ts';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { parseLossyNumbersInTurns } from '#lib/kernel/json.ts';
import { badRequest, conflict, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { Bus } from '#lib/ports/bus.ts';
import type { Files } from '#lib/ports/files.ts';
import type { Secrets } from '#lib/ports/secrets.ts';
import { maskHeaderValues, sealHeaderValues } from './header-values.ts';
import { eventView } from './event-view.rules.ts';
import { handlingOf, matchesFilter, replayProblem } from './listener-event.rules.ts';
import {
  eventFilter,
  type EventFilter,
  type ListenerEvent,
  receivedFact,
} from './listener-event.schema.ts';
import { listenerEventStore, parkedEventsAfter } from './listener-event.store.ts';
import type { listenerRoutes } from './listener.routes.ts';
import { webhookUrlOf } from './listener.rules.ts';
import type { Listener, ListenerView } from './listener.schema.ts';
import { listenerStore } from './listener.store.ts';
import { refusedCallStore } from './refused-call.store.ts';

export type ListenerDeps = {
  db: Database;
  secrets: Secrets;
  files: Files;
  bus: Bus;
  clock: Clock;
  /** Base address of the webhook API. */
  webhookUrl: string;
};

/** How long (ms) the previous secret is still accepted after a rotation. */
const rotationGrace = 24 * 3600_000;

/** How many parked events one call replays. */
const replayBatchSize = 100;

/** How far back (ms) rejected calls are listed. */
const refusedCallsShownMs = 7 * 24 * 3600_000;

const newSecret = (): string => randomBytes(32).toString('hex');

const parseFilter = (query: string | undefined): EventFilter | undefined => {
  if (query === undefined) return undefined;
  try {
    return eventFilter.parse(JSON.parse(query));
  } catch {
    throw badRequest('This filter is not valid. Build it again.', { field: 'query' });
  }
};

const bodyOf = async ({ files }: ListenerDeps, { body, body_ref }: ListenerEvent) =>
  body_ref === undefined ? body : files.get(body_ref);

const listenerContext = (deps: ListenerDeps, caller: Caller) => {
  const store = listenerStore(deps.db, caller.tenant_id);
  return {
    store,
    find: async (id: string): Promise<Listener> => {
      const found = await store.get(id);
      if (!found) throw notFound('listener');
      return found;
    },
  };
};

const view = (deps: ListenerDeps, one: Listener, secret?: string): ListenerView => {
  const { tenant_id, sealed_secret, previous_sealed_secret, sealed_header_values, ...fields } = one;
  const auth_configs = maskHeaderValues(one.auth_configs);
  return { ...fields, auth_configs, webhook_url: webhookUrlOf(deps.webhookUrl, one, secret) };
};

const eventCalls = (
  deps: ListenerDeps,
): Pick<
  Service<typeof listenerRoutes>,
  'listListenerEvents' | 'getListenerEvent' | 'listRefusedCalls'
> => ({
  async listListenerEvents(caller, { listener_id, query, handling, ...request }) {
    await listenerContext(deps, caller).find(listener_id);
    const filter = parseFilter(query);
    const page = await listenerEventStore(deps.db, caller.tenant_id, listener_id).page(
      handling === 'parked' ? 'parked' : 'all',
      request,
      [query, handling],
      async (event) => {
        if (handling !== undefined && handlingOf(event) !== handling) return false;
        if (!filter) return true;
        const payload = await parseLossyNumbersInTurns((await bodyOf(deps, event)) ?? '{}');
        return matchesFilter(event, payload as Record<string, unknown>, filter);
      },
    );
    return { ...page, items: page.items.map((event) => eventView(caller, event)) };
  },

  async getListenerEvent(caller, { listener_id, event_id, part }) {
    const event = await listenerEventStore(deps.db, caller.tenant_id, listener_id).get(event_id);
    if (!event) throw notFound('event');
    return eventView(caller, event, await bodyOf(deps, event), part);
  },

  async listRefusedCalls(caller, { listener_id }) {
    await listenerContext(deps, caller).find(listener_id);
    const store = refusedCallStore(deps.db, caller.tenant_id, listener_id);
    return { items: await store.since(deps.clock() - refusedCallsShownMs) };
  },
});

/** The calls that handle events again: each event keeps its fact until the fact has been sent. */
const replayCalls = (
  deps: ListenerDeps,
): Pick<Service<typeof listenerRoutes>, 'replayListenerEvent' | 'replayParkedEvents'> => ({
  async replayListenerEvent(caller, { listener_id, event_id }) {
    const { tenant_id } = caller;
    await listenerContext(deps, caller).find(listener_id);
    const events = listenerEventStore(deps.db, tenant_id, listener_id);
    const found = await events.get(event_id);
    if (!found) throw notFound('event');
    const problem = replayProblem(handlingOf(found));
    if (problem !== undefined) throw conflict(problem);
    // Of several simultaneous requests only the first one succeeds.
    const isFirst = await events.replay(found, { at: isoTime(deps.clock()), by: caller.user_id });
    if (!isFirst) throw conflict(replayProblem('waiting') ?? '');
    const event = await events.get(event_id);
    if (!event) throw notFound('event');
    // If the bus is down, the sweep sends the fact later.
    await Promise.allSettled([deps.bus.publish([receivedFact(event)])]);
    return eventView(caller, event, await bodyOf(deps, event));
  },

  async replayParkedEvents(caller, { listener_id, after }) {
    await listenerContext(deps, caller).find(listener_id);
    const { tenant_id, user_id: by } = caller;
    const events = listenerEventStore(deps.db, tenant_id, listener_id);
    const range = { tenant_id, listener_id, after };
    const found = await parkedEventsAfter(deps.db, range, replayBatchSize);
    const at = isoTime(deps.clock());
    const replayed: ListenerEvent[] = [];
    for (const one of found) {
      // A simultaneous request may have replayed this event first.
      const isFirst = await events.replay(one, { at, by });
      if (isFirst) replayed.push({ ...one, replays: [...one.replays, at] });
    }
    await Promise.allSettled([deps.bus.publish(replayed.map(receivedFact))]);
    const last = found.length === replayBatchSize ? found.at(-1)?._id : undefined;
    return { replayed: replayed.length, ...(last !== undefined && { after: last }) };
  },
});

const changedSinceOpened = () =>
  conflict('Somebody changed this listener after you opened it. Open it again, then change it.');

const changedMeanwhile = () =>
  conflict('Somebody else changed this listener at the same time. Reload and try again.');

const rotatedMeanwhile = () =>
  conflict('Somebody else rotated this secret at the same time. Reload and try again.');

/** At most two secrets are valid at a time, and the older one has been promised until this time. */
const previousStillValid = (until: number) =>
  conflict(
    `The previous secret is still accepted until ${isoTime(until)}. ` +
      'End it first, or wait until then.',
  );

const noPrevious = { previous_sealed_secret: undefined, previous_secret_until: undefined };

/** Each call is one conditional write, so that every secret shown to a user is a valid one. */
const secretCalls = (
  deps: ListenerDeps,
): Pick<Service<typeof listenerRoutes>, 'rotateListenerSecret' | 'endPreviousSecret'> => ({
  async rotateListenerSecret(caller, { listener_id, previous_secret }) {
    const { store, find } = listenerContext(deps, caller);
    const listener = await find(listener_id);
    const secret = newSecret();
    const now = deps.clock();
    const { previous_secret_until: until = 0 } = listener;
    if (previous_secret === 'ends_in_24_hours' && until > now) throw previousStillValid(until);
    const isRotated = await store.changeSecret(listener, {
      sealed_secret: await deps.secrets.seal(caller.tenant_id, secret),
      updated_at: isoTime(now),
      ...(previous_secret === 'ends_now'
        ? noPrevious
        : {
            previous_sealed_secret: listener.sealed_secret,
            previous_secret_until: now + rotationGrace,
          }),
    });
    if (!isRotated) throw rotatedMeanwhile();
    return { ...view(deps, await find(listener_id), secret), secret };
  },

  async endPreviousSecret(caller, { listener_id }) {
    const { store, find } = listenerContext(deps, caller);
    const listener = await find(listener_id);
    const now = deps.clock();
    const { previous_secret_until: until } = listener;
    if (until === undefined || until <= now) {
      throw conflict('This listener has no old secret that is still accepted.');
    }
    const change = { ...noPrevious, updated_at: isoTime(now) };
    if (!(await store.changeSecret(listener, change))) throw rotatedMeanwhile();
    return view(deps, await find(listener_id));
  },
});

/** Calls of the listeners area, one function a route. */
export const listenerService = (deps: ListenerDeps): Service<typeof listenerRoutes> => ({
  async listListeners(caller, { webhook_source_integration_type: source, regex, ...request }) {
    const { listenerType, ...paging } = request;
    const page = await listenerContext(deps, caller).store.page(paging, { source, name: regex });
    return { ...page, items: page.items.map((one) => view(deps, one)) };
  },

  getListener: async (caller, { listener_id }) =>
    view(deps, await listenerContext(deps, caller).find(listener_id)),

  async createListener(caller, input) {
    const { store, find } = listenerContext(deps, caller);
    const secret = newSecret();
    const _id = timedId('lst', deps.clock());
    const now = deps.clock();
    const at = isoTime(now);
    const { tenant_id } = caller;
    const created: Omit<Listener, 'tenant_id' | 'revision'> = {
      ...input,
      ...(await sealHeaderValues(deps.secrets, { ...input, tenant_id })),
      _id,
      listenerType: 'webhook',
      sealed_secret: await deps.secrets.seal(tenant_id, secret),
      created_by: caller.user_id,
      created_at: at,
      updated_at: at,
      learned_fields: [],
      learned_paths: [],
    };
    const taken = () => conflict('A listener with this name already exists.', { field: 'name' });
    await store.underName(created, { now, taken }, () => store.create(created));
    return { ...view(deps, await find(_id), secret), secret };
  },

  async updateListener(caller, { listener_id, base_revision, ...input }) {
    const { store, find } = listenerContext(deps, caller);
    const { tenant_id } = caller;
    const current = await find(listener_id);
    if (base_revision !== undefined && base_revision !== current.revision)
      throw changedSinceOpened();
    const change = { delivery_id_field: undefined, ...input };
    const changed = await store.revise(current, {
      ...change,
      ...(await sealHeaderValues(deps.secrets, { ...input, tenant_id, current })),
      updated_at: isoTime(deps.clock()),
    });
    if (!changed) throw changedMeanwhile();
    return view(deps, await find(listener_id));
  },

  async deleteListener(caller, { listener_id }) {
    const deleted = await listenerContext(deps, caller).store.delete(listener_id);
    if (!deleted) throw notFound('listener');
    return {};
  },

  ...secretCalls(deps),
  ...eventCalls(deps),
  ...replayCalls(deps),
});
