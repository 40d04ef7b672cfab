import {
  asSettings,
  type Database,
  deleteItem,
  getItem,
  type Item,
  putNewItem,
  type Question,
  readEntries,
  readItems,
  updateItem,
} from '#lib/kernel/database.ts';
import { exists } from '#lib/kernel/entities.ts';
import { readPage } from '#lib/kernel/lists.ts';
import { pack, unpack } from '#lib/kernel/packed.ts';
import type { Page, PageRequest } from '#lib/kernel/page.ts';
import { removeItems } from '#lib/kernel/removal.ts';
import { chatEntry, type EntryMark, entryMark, type KeptEntry } from './entry.schema.ts';
import { sessionIdOf } from './session.rules.ts';
import { type ChatThread, chatThread } from './thread.schema.ts';
import { chatMessageTable, chatThreadTable } from './thread.table.ts';

const parse = (item: Item): ChatThread =>
  chatThread.parse({ chat_session_id: sessionIdOf(String(item['bot_exc_id'])), ...item });

const parseEntry = (item: Item): KeptEntry => ({
  sequence: Number(item['sequence']),
  created_at: String(item['created_at']),
  entry: chatEntry.parse(unpack(item['entry'])),
});

type Reading = {
  descending?: boolean;
  limit?: number;
  /** In order: those behind this place. */
  behind?: number;
};

/** What was said in the threads of one organisation. */
const entryStore = (db: Database, tenantId: string) => {
  const threadKey = (id: string) => `${tenantId}#${id}`;

  const entry = async (id: string, sequence: number): Promise<KeptEntry | undefined> => {
    const key = { thread_key: threadKey(id), sequence };
    const item = await getItem(db, chatMessageTable, key);
    return item && parseEntry(item);
  };

  /** Items behind a place, or all of them. */
  const itemsOf = (id: string, more: Partial<Question>, { limit, behind }: Reading) => {
    const partition = threadKey(id);
    const after = { partition, sort: behind, order: behind };
    return readItems(
      db,
      { table: chatMessageTable, partition, ...more },
      { ...(behind !== undefined && { after }), ...(limit !== undefined && { limit }) },
    );
  };

  return {
    /**
     * What was said, in order or from the end. It is read as it is consumed, about `limit` entries
     * at first.
     */
    async *entries(id: string, { descending = false, ...reading }: Reading = {}) {
      for await (const item of itemsOf(id, { descending }, reading)) yield parseEntry(item);
    },

    /** Who wrote each entry behind a place, in order, without what was written. */
    async *marks(id: string, behind?: number): AsyncGenerator<EntryMark & { sequence: number }> {
      const attributes = Object.keys(entryMark.shape);
      const reading = behind === undefined ? {} : { behind };
      for await (const item of itemsOf(id, { attributes }, reading)) {
        const sequence = Number(item['sequence']);
        // Entries of before have no such attributes.
        const mark = entryMark.safeParse(item).data ?? (await entry(id, sequence))?.entry;
        if (mark) yield { ...entryMark.parse(mark), sequence };
      }
    },

    entry,

    /** Removes what was said in a thread; answers how many items. */
    removeEntries: (id: string): Promise<number> =>
      removeItems(db, { table: chatMessageTable, partition: threadKey(id) }),

    /** False where somebody has written this place of the thread before. */
    add: (id: string, { sequence, created_at, entry: said }: KeptEntry): Promise<boolean> =>
      putNewItem(db, chatMessageTable, {
        thread_key: threadKey(id),
        sequence,
        created_at,
        ...entryMark.parse(said),
        entry: pack(said),
      }),
  };
};

/** Up to which place of each thread people were told of what they are asked. */
const toldStore = (db: Database, tenantId: string) => {
  const keyOf = (id: string) => ({ tenant_id: tenantId, _id: id });
  return {
    /** Whether people were told of what is asked at this place of the thread. */
    async wasAsked(id: string, sequence: number): Promise<boolean> {
      const item = await getItem(db, chatThreadTable, keyOf(id));
      return Number(item?.['asked_at_place'] ?? -1) >= sequence;
    },

    markAsked: (id: string, sequence: number): Promise<boolean> =>
      updateItem(db, chatThreadTable, keyOf(id), [[['asked_at_place'], sequence]], {
        text: 'attribute_exists(#id) AND (attribute_not_exists(#a) OR #a < :place)',
        names: { '#id': '_id', '#a': 'asked_at_place' },
        values: { ':place': sequence },
      }),
  };
};

/** The conversations of one organisation's agents. */
export const threadStore = (db: Database, tenantId: string) => {
  const keyOf = (id: string) => ({ tenant_id: tenantId, _id: id });
  const runKey = (runId: string) => `${tenantId}#${runId}`;

  const entries = entryStore(db, tenantId);

  return {
    ...entries,
    ...toldStore(db, tenantId),

    async get(id: string): Promise<ChatThread | undefined> {
      const item = await getItem(db, chatThreadTable, keyOf(id));
      return item && parse(item);
    },

    /** False where it was opened before. */
    open: (thread: ChatThread): Promise<boolean> =>
      putNewItem(db, chatThreadTable, {
        ...thread,
        ...keyOf(thread._id),
        run_key: runKey(thread.bot_exc_id),
      }),

    change: (id: string, fields: Partial<ChatThread>): Promise<boolean> =>
      updateItem(db, chatThreadTable, keyOf(id), asSettings(fields), exists),

    /** The agents of one run, those that began last first. */
    ofRun: (runId: string, request: PageRequest): Promise<Page<ChatThread>> =>
      readPage(db, {
        question: {
          table: chatThreadTable,
          index: 'by_run',
          partition: runKey(runId),
          descending: true,
        },
        request,
        scope: [],
        parse,
        accept: () => true,
      }),

    /** All of them, those that began last first. */
    async *allOfRun(runId: string): AsyncGenerator<ChatThread> {
      const asked = { table: chatThreadTable, index: 'by_run', partition: runKey(runId) };
      for await (const item of readItems(db, { ...asked, descending: true }, {})) yield parse(item);
    },

    /**
     * The agent of a node in a turn of a loop, by its number, or in none; of several, who began
     * last.
     */
    async ofTurn(
      runId: string,
      { agent_node_id, loop_index }: Pick<ChatThread, 'agent_node_id' | 'loop_index'>,
    ): Promise<ChatThread | undefined> {
      for await (const thread of this.allOfRun(runId)) {
        const isIt = thread.agent_node_id === agent_node_id && thread.loop_index === loop_index;
        if (isIt) return thread;
      }
      return undefined;
    },

    /** Removes the conversations of a run, what was said first; answers how many items. */
    async removeOfRun(runId: string): Promise<number> {
      const asked = { table: chatThreadTable, index: 'by_run', partition: runKey(runId) };
      let removed = 0;
      for await (const { _id } of readEntries(db, { ...asked, attributes: [] }, {})) {
        const id = String(_id);
        removed += await entries.removeEntries(id);
        await deleteItem(db, chatThreadTable, keyOf(id));
        removed += 1;
      }
      return removed;
    },
  };
};
