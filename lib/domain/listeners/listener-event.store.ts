import {
  asSettings,
  type Condition,
  type Database,
  getItem,
  type Item,
  putNewItem,
  readItems,
  updateItem,
} from '#lib/kernel/database.ts';
import { type AcceptItem, readPage } from '#lib/kernel/lists.ts';
import type { Page, PageRequest } from '#lib/kernel/page.ts';
import { textCache } from '#lib/kernel/text-cache.ts';
import {
  type Dropped,
  type ListenerEvent,
  listenerEvent,
  type Parked,
} from './listener-event.schema.ts';
import { listenerEventTable } from './listener-event.table.ts';

/** The outbox is sharded, so that no single index partition takes every event. */
const outboxShards = 8;

const shardOf = (id: string): string =>
  `unsent#${Number.parseInt(id.slice(-2), 16) % outboxShards}`;

/** How many characters of bodies are cached for each database. */
const cachedCharacters = 8 * 1024 * 1024;

const bodyCaches = new WeakMap<object, ReturnType<typeof textCache>>();

const bodyCacheOf = ({ documents }: Database) => {
  const bodies = bodyCaches.get(documents) ?? textCache(cachedCharacters);
  bodyCaches.set(documents, bodies);
  return bodies;
};

/** The change that has an event handled again: its outcome is removed, but not its runs. */
const handleAgainFields = (id: string): Item => ({
  parked: undefined,
  parked_key: undefined,
  dropped: undefined,
  outbox: shardOf(id),
});

/** The condition that the event has no fact left to send and that its replays are exactly these. */
const replayedCondition = (replays: readonly string[]): Condition => {
  const isSent = 'attribute_exists(#id) AND attribute_not_exists(#outbox)';
  const names = { '#id': '_id', '#outbox': 'outbox', '#r': 'replays' };
  return replays.length === 0
    ? { text: `${isSent} AND attribute_not_exists(#r)`, names }
    : { text: `${isSent} AND #r = :r`, names, values: { ':r': replays } };
};

type NewEvent = Omit<
  ListenerEvent,
  'listener_key' | 'tenant_id' | 'listener_id' | 'outbox' | 'replays'
>;

const partitionOf = (tenantId: string, listenerId: string): string => `${tenantId}#${listenerId}`;

/** When an event is replayed, and by which user. */
type Replay = { at: string; by: string };

/** The events of one listener, newest first. */
export const listenerEventStore = (db: Database, tenantId: string, listenerId: string) => {
  const partition = partitionOf(tenantId, listenerId);
  const bodies = bodyCacheOf(db);
  const keyOf = (id: string) => ({ listener_key: partition, _id: id });

  /** Changes an event that has the attribute `has`; undefined values remove attributes. */
  const changeWhere = (id: string, has: string, change: Item): Promise<boolean> =>
    updateItem(db, listenerEventTable, keyOf(id), asSettings(change), {
      text: 'attribute_exists(#has)',
      names: { '#has': has },
    });

  const get = async (id: string): Promise<ListenerEvent | undefined> => {
    const item = await getItem(db, listenerEventTable, keyOf(id));
    return item && listenerEvent.parse(item);
  };

  return {
    get,

    /** The event's body, or where it is stored. It never changes; that of a new event is cached. */
    async bodyOf(id: string): Promise<Pick<ListenerEvent, 'body' | 'body_ref'> | undefined> {
      const recent = bodies.get(`${partition}#${id}`);
      return recent === undefined ? get(id) : { body: recent };
    },

    /** A page of all events, or of the parked ones. */
    page: (
      which: 'all' | 'parked',
      request: PageRequest,
      scope: readonly unknown[],
      accept?: AcceptItem<ListenerEvent>,
    ): Promise<Page<ListenerEvent>> =>
      readPage(db, {
        question: {
          table: listenerEventTable,
          partition,
          descending: true,
          ...(which === 'parked' && { index: 'parked' }),
        },
        request,
        scope,
        parse: (item) => listenerEvent.parse(item),
        ...(accept && { accept }),
      }),

    /** Stores the event with the fact to send; returns false if this event is stored already. */
    create: async (one: NewEvent): Promise<boolean> => {
      const created = await putNewItem(db, listenerEventTable, {
        ...one,
        ...keyOf(one._id),
        tenant_id: tenantId,
        listener_id: listenerId,
        outbox: shardOf(one._id),
      });
      if (created && one.body !== undefined) bodies.put(`${partition}#${one._id}`, one.body);
      return created;
    },

    /** Marks it as handled: its runs were started or dropped, and nothing is left to send. */
    markSent: (id: string, botExcIds: string[], dropped: Dropped[] = []): Promise<boolean> => {
      const change = { bot_exc_ids: botExcIds, ...(dropped.length > 0 && { dropped }) };
      return changeWhere(id, 'outbox', { outbox: undefined, ...change });
    },

    /** Parks the event until it is replayed; false if it was handled or is parked already. */
    park: (id: string, parked: Parked, botExcIds?: string[]): Promise<boolean> => {
      const runs = botExcIds && { bot_exc_ids: botExcIds };
      const change = { outbox: undefined, parked, parked_key: partition, ...runs };
      return changeWhere(id, 'outbox', change);
    },

    /** Has it handled again; false if that is pending or was done since it was read. */
    replay: ({ _id, replays }: ListenerEvent, { at, by }: Replay): Promise<boolean> => {
      const change = { ...handleAgainFields(_id), replays: [...replays, at], replayed_by: by };
      const settings = asSettings(change);
      return updateItem(db, listenerEventTable, keyOf(_id), settings, replayedCondition(replays));
    },
  };
};

type ParkedRange = { tenant_id: string; listener_id: string; after?: string | undefined };

/** Parked events of a listener, the oldest first, after the given one. */
export const parkedEventsAfter = async (
  db: Database,
  { tenant_id, listener_id, after }: ParkedRange,
  maxEvents: number,
): Promise<ListenerEvent[]> => {
  // `!` sorts before every character of an id, so the range starts directly after the given id.
  const from = after === undefined ? '' : `${after}!`;
  const found: ListenerEvent[] = [];
  const question = {
    table: listenerEventTable,
    index: 'parked',
    partition: partitionOf(tenant_id, listener_id),
    between: [from, '~'] as const,
  };
  for await (const item of readItems(db, question, { limit: maxEvents })) {
    found.push(listenerEvent.parse(item));
    if (found.length === maxEvents) break;
  }
  return found;
};

/** Events whose fact has not been sent and that are older than `before` (an id), of all tenants. */
export async function* unsentEvents(db: Database, before: string): AsyncGenerator<ListenerEvent> {
  for (let shard = 0; shard < outboxShards; shard += 1) {
    const question = {
      table: listenerEventTable,
      index: 'outbox',
      partition: `unsent#${shard}`,
      between: ['evt_', before] as const,
    };
    for await (const item of readItems(db, question, { limit: 100 })) {
      yield listenerEvent.parse(item);
    }
  }
}
