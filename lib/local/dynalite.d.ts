declare module 'dynalite' {
  import type { Server } from 'node:http';

  type Options = { path?: string; createTableMs?: number; deleteTableMs?: number };

  /** An HTTP server that speaks DynamoDB's protocol over a LevelDB folder. */
  const dynalite: (options: Options) => Server;
  export default dynalite;
}

declare module 'dynalite/db/index.js' {
  export type Row = Record<string, unknown>;
  export type Written = (error: unknown) => void;
  export type Named = { AttributeName: string };
  export type IndexKeys = { KeySchema: Named[]; Projection: { ProjectionType: string } };
  export type TableDescription = {
    TableName: string;
    GlobalSecondaryIndexes?: IndexKeys[] | undefined;
  };
  export type Operation =
    { type: 'put'; key: string; value: unknown } | { type: 'del'; key: string };

  /** Keys with a prefix of their own: the items of a table, or the entries of an index. */
  export type SubStore = {
    put(key: string, value: unknown, done: Written): void;
    del(key: string, done: Written): void;
  };
  export type Store = {
    db: { batch(operations: Operation[], done: Written): void };
    getItemDb(table: string): SubStore;
    getIndexDb(type: string, table: string, index: string): SubStore;
  };

  /** What the actions call on this module, so that it can be replaced. */
  const functions: {
    createKey(item: Row, table: TableDescription): string;
    updateIndexes(
      store: Store,
      table: TableDescription,
      before: Row | null | undefined,
      after: Row | null | undefined,
      done: Written,
    ): void;
  };
  export default functions;
}
