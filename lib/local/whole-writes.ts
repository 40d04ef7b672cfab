import dynalite, {
  type IndexKeys,
  type Operation,
  type Row,
  type Store,
  type SubStore,
  type TableDescription,
  type Written,
} from 'dynalite/db/index.js';

const nameOf = (text: string): string => `${text}~`;

/** Takes down what would be written to an index. */
const recorder = (prefix: string, operations: Operation[]): SubStore => ({
  put: (key, value, done) => {
    operations.push({ type: 'put', key: prefix + key, value });
    done(null);
  },
  del: (key, done) => {
    operations.push({ type: 'del', key: prefix + key });
    done(null);
  },
});

const isSame = (before: Row, after: Row, name: string): boolean =>
  JSON.stringify(before[name]) === JSON.stringify(after[name]);

/** Whether a write leaves the entry of an item in an index as it is. */
const keepsEntry = (
  { KeySchema, Projection }: IndexKeys,
  before: Row | null | undefined,
  after: Row | null | undefined,
): boolean =>
  Boolean(before && after) &&
  Projection.ProjectionType === 'KEYS_ONLY' &&
  KeySchema.every(({ AttributeName }) => isSame(before ?? {}, after ?? {}, AttributeName));

/** The table with those of its indexes that a write changes. */
const touched = (
  table: TableDescription,
  before: Row | null | undefined,
  after: Row | null | undefined,
): TableDescription => ({
  ...table,
  GlobalSecondaryIndexes: table.GlobalSecondaryIndexes?.filter(
    (index) => !keepsEntry(index, before, after),
  ),
});

/** Writes with each item what was taken down for its key, in one batch. */
const wholeItems = (store: Store, name: string, waiting: Map<string, Operation[]>): void => {
  const items = store.getItemDb(name);
  const prefix = nameOf(`item-${name}`);
  const write = (operation: Operation, key: string, done: Written): void => {
    const operations = waiting.get(key) ?? [];
    waiting.delete(key);
    store.db.batch([...operations, operation], done);
  };
  items.put = (key, value, done) => write({ type: 'put', key: prefix + key, value }, key, done);
  items.del = (key, done) => write({ type: 'del', key: prefix + key }, key, done);
};

/**
 * dynalite writes an item and each of its index entries by itself, and every entry at every write.
 * Here they are one batch of LevelDB, of the entries that change only: a process that dies leaves
 * all of a write or nothing, and a write costs one call.
 */
export const writeItemsWhole = (): void => {
  const { updateIndexes } = dynalite;
  const tables = new WeakMap<SubStore, Map<string, Operation[]>>();

  const waitingIn = (store: Store, name: string): Map<string, Operation[]> => {
    const items = store.getItemDb(name);
    const known = tables.get(items);
    if (known) return known;
    const waiting = new Map<string, Operation[]>();
    tables.set(items, waiting);
    wholeItems(store, name, waiting);
    return waiting;
  };

  dynalite.updateIndexes = (store, table, before, after, done) => {
    const operations: Operation[] = [];
    const recording: Store = {
      ...store,
      getIndexDb: (type, name, index) =>
        recorder(nameOf(`index-${type.toLowerCase()}~${name}~${index}`), operations),
    };
    updateIndexes(recording, touched(table, before, after), before, after, (error) => {
      const item = after ?? before;
      if (!error && item && operations.length > 0) {
        waitingIn(store, table.TableName).set(dynalite.createKey(item, table), operations);
      }
      done(error);
    });
  };
};
