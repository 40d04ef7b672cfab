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
import { entities } from '#lib/kernel/entities.ts';
import { type Accept, readPage, slicePage } from '#lib/kernel/lists.ts';
import { pack, unpack } from '#lib/kernel/packed.ts';
import { untilWritten } from '#lib/kernel/remembered.ts';
import type { Page, PageRequest } from '#lib/kernel/page.ts';
import type { AwsRight } from './aws-rights.schema.ts';
import { inOrder } from './bot-order.rules.ts';
import type { BotSort } from './bot-order.schema.ts';
import { type Bot, bot, type BotVersion, botVersion, type Graph } from './bot.schema.ts';
import { botTable, botVersionTable } from './bot.table.ts';

/** The bots of one organisation. */
export const botStore = (db: Database, tenantId: string) => {
  const bots = entities(db, {
    table: botTable,
    tenantId,
    parse: (item) => bot.parse(item),
    descending: true,
  });

  const all = async (accept: Accept<Bot>): Promise<Bot[]> => {
    const found: Bot[] = [];
    for await (const one of bots.all()) if (await accept(one)) found.push(one);
    return found;
  };

  return {
    /** Every bot that is meant, the newest first: all of them are read. */
    all,

    hasAny: async (): Promise<boolean> => {
      for await (const _ of bots.all()) return true;
      return false;
    },

    get: bots.get,
    page: bots.page,

    /** In another order than that of their making, for which all of them are read. */
    async sortedPage(
      request: PageRequest,
      { sort, filter }: { sort: BotSort; filter: unknown },
      accept: Accept<Bot>,
    ): Promise<Page<Bot>> {
      const values = inOrder(await all(accept), sort);
      return slicePage(db, { values, request, scope: [tenantId, sort, filter] });
    },

    count: async (accept: Accept<Bot>): Promise<number> => (await all(accept)).length,

    underName: bots.underName,

    /** The bots that events of this listener start, or findings by their key. */
    startedBy: (by: string): Promise<readonly Bot[]> => {
      const partition = `${tenantId}#${by}`;
      return untilWritten(db, [botTable], `bots of ${partition}`, async () => {
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

    /** Changes the bot while what starts it is still as it was when the change was made. */
    change: (before: Bot, change: Partial<Bot>): Promise<boolean> => {
      const { _id, draft_version, published_version, status } = before;
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

/** Key of the index of versions without a bot. */
const unowned = 'unowned';

/** The nodes by name and kind, and the arrows between them. */
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

    /** Newest first. A number above the draft's is that of a save that did not come to its end. */
    page: (botId: string, request: PageRequest, draft: number): Promise<Page<BotVersion>> => {
      const { bot_key } = keyOf(botId, 0);
      const question = { table: botVersionTable, partition: bot_key, descending: true };
      const parse = (item: Item) => botVersion.parse({ ...item, graph: unpack(item.graph) });
      const accept = ({ version }: BotVersion) => version <= draft;
      return readPage(db, { question, request, scope: ['versions'], parse, accept });
    },

    /**
     * False where the number is taken; a graph that is too large is refused with 413. With
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
     * Marks a version as one without a bot, from this moment on (ISO time), or no longer: by it
     * what a bot leaves behind is found.
     */
    markUnowned: (botId: string, version: number, at: string | undefined): Promise<boolean> =>
      updateItem(db, botVersionTable, keyOf(botId, version), asSettings(unownedSince(at)), {
        text: 'attribute_exists(#v)',
        names: { '#v': 'version' },
      }),

    /** The calls of AWS that it was published with; undefined before it is. */
    async rights(botId: string, version: number): Promise<AwsRight[] | undefined> {
      const item = await getItem(db, botVersionTable, keyOf(botId, version));
      return botVersion.shape.aws_rights.parse(item?.aws_rights);
    },

    /** Keeps which calls of AWS people saw when they published a version. */
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

    /** Keeps of a version without a bot what tells what its runs did: no settings, no data. */
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

    /** Takes back a version that no bot came to name. */
    delete: (botId: string, version: number): Promise<boolean> =>
      deleteItem(db, botVersionTable, keyOf(botId, version)),
  };
};

export type BotVersionStore = ReturnType<typeof botVersionStore>;

/** Marked versions of all tenants that had no bot at this moment (ISO time), oldest first. */
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
