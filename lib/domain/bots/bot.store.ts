import {
  asSettings,
  type Database,
  deleteItem,
  getItem,
  type Item,
  putNewItem,
  readEntries,
  readItems,
  updateItem,
} from '#lib/kernel/database.ts';
import { entityStore } from '#lib/kernel/entities.ts';
import { type AcceptItem, readPage, slicePage } from '#lib/kernel/lists.ts';
import { pack, unpack } from '#lib/kernel/packed.ts';
import { cacheUntilWritten } from '#lib/kernel/cache-until-written.ts';
import type { Page, PageRequest } from '#lib/kernel/page.ts';
import type { AwsRight } from './aws-rights.schema.ts';
import { sortBots } from './bot-order.rules.ts';
import type { BotSort } from './bot-order.schema.ts';
import { type Bot, bot, type BotVersion, botVersion, type Graph } from './bot.schema.ts';
import { botTable, botVersionTable } from './bot.table.ts';

/** The bots of one organisation. */
export const botStore = (db: Database, tenantId: string) => {
  const bots = entityStore(db, {
    table: botTable,
    tenantId,
    parse: (item) => bot.parse(item),
    descending: true,
  });

  const all = async (accept: AcceptItem<Bot>): Promise<Bot[]> => {
    const found: Bot[] = [];
    for await (const one of bots.all()) if (await accept(one)) found.push(one);
    return found;
  };

  return {
    /** All accepted bots, newest first; reads all bots of the organisation. */
    all,

    hasAny: async (): Promise<boolean> => {
      for await (const _ of bots.all()) return true;
      return false;
    },

    get: bots.get,
    page: bots.page,

    /** A page in another order than by creation; reads all bots. */
    async sortedPage(
      request: PageRequest,
      { sort, filter }: { sort: BotSort; filter: unknown },
      accept: AcceptItem<Bot>,
    ): Promise<Page<Bot>> {
      const values = sortBots(await all(accept), sort);
      return slicePage(db, { values, request, scope: [tenantId, sort, filter] });
    },

    count: async (accept: AcceptItem<Bot>): Promise<number> => (await all(accept)).length,

    underName: bots.underName,

    /** The bots that events of this listener start, or findings (by `findingsKey`). */
    startedBy: (by: string): Promise<readonly Bot[]> => {
      const partition = `${tenantId}#${by}`;
      return cacheUntilWritten(db, [botTable], `bots of ${partition}`, async () => {
        const found: Bot[] = [];
        for await (const item of readItems(db, {
          table: botTable,
          index: 'by_trigger',
          partition,
        })) {
          found.push(bot.parse(item));
        }
        return found;
      });
    },

    create: bots.create,

    /** Changes the bot; false if its status or versions changed since `previous` was read. */
    change: (previous: Bot, change: Partial<Bot>): Promise<boolean> => {
      const { _id, draft_version, published_version, status } = previous;
      const isPublished = published_version !== undefined;
      return bots.change(_id, change, {
        text: `#d = :d AND #s = :s AND ${isPublished ? '#p = :p' : 'attribute_not_exists(#p)'}`,
        names: { '#d': 'draft_version', '#s': 'status', '#p': 'published_version' },
        values: {
          ':d': draft_version,
          ':s': status,
          ...(isPublished && { ':p': published_version }),
        },
      });
    },

    delete: bots.delete,
  };
};

export type BotPage = Page<Bot>;

/** Partition of the index of versions without a bot. */
const unowned = 'unowned';

/** The graph with names and kinds of its nodes, but without settings and pinned data. */
const outlineOf = ({ nodes, edges }: Graph): Graph => ({
  nodes: nodes.map(({ id, type, name, position, parentId, disabled }) => ({
    id,
    type,
    name,
    position,
    settings: {},
    ...(parentId !== undefined && { parentId }),
    ...(disabled && { disabled }),
  })),
  edges,
});

const unownedSince = (at: string | undefined) => ({ unowned: at && unowned, unowned_at: at });

/** The immutable versions of an organisation's bots. */
export const botVersionStore = (db: Database, tenantId: string) => {
  const keyOf = (botId: string, version: number) => ({ bot_key: `${tenantId}#${botId}`, version });

  return {
    async get(botId: string, version: number): Promise<BotVersion | undefined> {
      const item = await getItem(db, botVersionTable, keyOf(botId, version));
      return item && botVersion.parse({ ...item, graph: unpack(item.graph) });
    },

    /** Newest first. Versions above the draft belong to interrupted saves and are left out. */
    page: (botId: string, request: PageRequest, draft: number): Promise<Page<BotVersion>> => {
      const { bot_key } = keyOf(botId, 0);
      const question = { table: botVersionTable, partition: bot_key, descending: true };
      const parse = (item: Item) => botVersion.parse({ ...item, graph: unpack(item.graph) });
      const accept = ({ version }: BotVersion) => version <= draft;
      return readPage(db, { question, request, scope: ['versions'], parse, accept });
    },

    /**
     * Returns false if the version number is taken; throws 413 if the graph is too large. With
     * `unownedAt` the version is marked as by `markUnowned`.
     */
    create: async (
      botId: string,
      one: Omit<BotVersion, 'bot_key'>,
      unownedAt?: string,
    ): Promise<boolean> => {
      const item = { ...one, ...keyOf(botId, one.version), graph: pack(one.graph) };
      return putNewItem(db, botVersionTable, { ...item, ...unownedSince(unownedAt) });
    },

    /**
     * Marks a version as having no bot since this time (ISO), or removes the mark (undefined); by
     * the mark, leftovers of bots are found.
     */
    markUnowned: (botId: string, version: number, at: string | undefined): Promise<boolean> =>
      updateItem(db, botVersionTable, keyOf(botId, version), asSettings(unownedSince(at)), {
        text: 'attribute_exists(#v)',
        names: { '#v': 'version' },
      }),

    /** The AWS rights that it was published with; undefined if it was never published. */
    async rights(botId: string, version: number): Promise<AwsRight[] | undefined> {
      const item = await getItem(db, botVersionTable, keyOf(botId, version));
      return botVersion.shape.aws_rights.parse(item?.aws_rights);
    },

    /** Stores the AWS rights that were shown when the version was published. */
    keepRights: (botId: string, version: number, aws_rights: AwsRight[]): Promise<boolean> =>
      updateItem(db, botVersionTable, keyOf(botId, version), asSettings({ aws_rights }), {
        text: 'attribute_exists(#v)',
        names: { '#v': 'version' },
      }),

    /** The numbers of all versions of a bot. */
    async *numbers(botId: string): AsyncGenerator<number> {
      const { bot_key } = keyOf(botId, 0);
      const question = { table: botVersionTable, partition: bot_key, attributes: [] };
      for await (const item of readItems(db, question)) yield Number(item.version);
    },

    /** Reduces a version without a bot to its outline, by which its runs can still be displayed. */
    async outline(botId: string, version: number): Promise<void> {
      const item = await getItem(db, botVersionTable, keyOf(botId, version));
      if (!item) return;
      const graph = outlineOf(botVersion.parse({ ...item, graph: unpack(item.graph) }).graph);
      const change = { graph: pack(graph), outline: true, ...unownedSince(undefined) };
      await updateItem(db, botVersionTable, keyOf(botId, version), asSettings(change), {
        text: 'attribute_exists(#v)',
        names: { '#v': 'version' },
      });
    },

    /** Deletes a version that no bot refers to. */
    delete: (botId: string, version: number): Promise<boolean> =>
      deleteItem(db, botVersionTable, keyOf(botId, version)),
  };
};

export type BotVersionStore = ReturnType<typeof botVersionStore>;

/** Versions of all tenants that were marked as unowned until `before` (ISO time), oldest first. */
export async function* unownedVersions(
  db: Database,
  before: string,
): AsyncGenerator<{ tenant_id: string; bot_id: string; version: number }> {
  const question = { table: botVersionTable, index: unowned, partition: unowned };
  const between = ['', before] as const;
  for await (const { bot_key, version } of readEntries(db, { ...question, between }, {})) {
    const [tenant_id = '', bot_id = ''] = String(bot_key).split('#');
    yield { tenant_id, bot_id, version: Number(version) };
  }
}
