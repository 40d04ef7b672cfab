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
import { existsCondition } from '#lib/kernel/entities.ts';
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

type ReadOptions = {
  descending?: boolean;
  limit?: number;
  /** Only entries after this sequence number, in ascending order. */
  afterSequence?: number;
};

/** The entries of one organisation's threads. */
const entryStore = (db: Database, tenantId: string) => {
  const threadKey = (id: string) => `${tenantId}#${id}`;

  const entry = async (id: string, sequence: number): Promise<KeptEntry | undefined> => {
    const key = { thread_key: threadKey(id), sequence };
    const item = await getItem(db, chatMessageTable, key);
    return item && parseEntry(item);
  };

  /** Items after a sequence number, or all. */
  const itemsOf = (
    id: string,
    queryOptions: Partial<Question>,
    { limit, afterSequence }: ReadOptions,
  ) => {
    const partition = threadKey(id);
    const after = { partition, sort: afterSequence, order: afterSequence };
    return readItems(
      db,
      { table: chatMessageTable, partition, ...queryOptions },
      { ...(afterSequence !== undefined && { after }), ...(limit !== undefined && { limit }) },
    );
  };

  return {
    /** Entries in ascending or descending order, read lazily, about `limit` in the first read. */
    async *entries(id: string, { descending = false, ...readOptions }: ReadOptions = {}) {
      for await (const item of itemsOf(id, { descending }, readOptions)) yield parseEntry(item);
    },

    /** The marks of entries after a sequence number, in order, without their text. */
    async *marks(
      id: string,
      afterSequence?: number,
    ): AsyncGenerator<EntryMark & { sequence: number }> {
      const attributes = Object.keys(entryMark.shape);
      const readOptions = afterSequence === undefined ? {} : { afterSequence };
      for await (const item of itemsOf(id, { attributes }, readOptions)) {
        const sequence = Number(item['sequence']);
        // Old entries lack these attributes.
        const mark = entryMark.safeParse(item).data ?? (await entry(id, sequence))?.entry;
        if (mark) yield { ...entryMark.parse(mark), sequence };
      }
    },

    entry,

    /** Removes the entries of a thread; returns how many items. */
    removeEntries: (id: string): Promise<number> =>
      removeItems(db, { table: chatMessageTable, partition: threadKey(id) }),

    /** Returns false if this sequence number is already taken. */
    add: (id: string, { sequence, created_at, entry: newEntry }: KeptEntry): Promise<boolean> =>
      putNewItem(db, chatMessageTable, {
        thread_key: threadKey(id),
        sequence,
        created_at,
        ...entryMark.parse(newEntry),
        entry: pack(newEntry),
      }),
  };
};

/** Stores up to which sequence number of a thread people were notified of questions. */
const notifiedStore = (db: Database, tenantId: string) => {
  const keyOf = (id: string) => ({ tenant_id: tenantId, _id: id });
  return {
    /** Whether people were notified of the question at this sequence number. */
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

/** The conversations of one organisation's AI agents. */
export const threadStore = (db: Database, tenantId: string) => {
  const keyOf = (id: string) => ({ tenant_id: tenantId, _id: id });
  const runKey = (runId: string) => `${tenantId}#${runId}`;

  const entries = entryStore(db, tenantId);

  return {
    ...entries,
    ...notifiedStore(db, tenantId),

    async get(id: string): Promise<ChatThread | undefined> {
      const item = await getItem(db, chatThreadTable, keyOf(id));
      return item && parse(item);
    },

    /** Returns false if the thread exists already. */
    open: (thread: ChatThread): Promise<boolean> =>
      putNewItem(db, chatThreadTable, {
        ...thread,
        ...keyOf(thread._id),
        run_key: runKey(thread.bot_exc_id),
      }),

    change: (id: string, fields: Partial<ChatThread>): Promise<boolean> =>
      updateItem(db, chatThreadTable, keyOf(id), asSettings(fields), existsCondition),

    /** The threads of one run, latest first. */
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

    /** All threads of a run, latest first. */
    async *allOfRun(runId: string): AsyncGenerator<ChatThread> {
      const question = { table: chatThreadTable, index: 'by_run', partition: runKey(runId) };
      for await (const item of readItems(db, { ...question, descending: true }, {}))
        yield parse(item);
    },

    /**
     * The thread of a node in a loop iteration, or outside loops; the latest if there are several.
     */
    async ofTurn(
      runId: string,
      { agent_node_id, loop_index }: Pick<ChatThread, 'agent_node_id' | 'loop_index'>,
    ): Promise<ChatThread | undefined> {
      for await (const thread of this.allOfRun(runId)) {
        const isMatch = thread.agent_node_id === agent_node_id && thread.loop_index === loop_index;
        if (isMatch) return thread;
      }
      return undefined;
    },

    /** Removes the threads of a run, entries first; returns how many items. */
    async removeOfRun(runId: string): Promise<number> {
      const question = { table: chatThreadTable, index: 'by_run', partition: runKey(runId) };
      let removedCount = 0;
      for await (const { _id } of readEntries(db, { ...question, attributes: [] }, {})) {
        const id = String(_id);
        removedCount += await entries.removeEntries(id);
        await deleteItem(db, chatThreadTable, keyOf(id));
        removedCount += 1;
      }
      return removedCount;
    },
  };
};
