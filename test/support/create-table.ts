import type {
  AttributeDefinition,
  CreateTableCommandInput,
  KeySchemaElement,
} from '@aws-sdk/client-dynamodb';
import type { TableSpec } from '#lib/kernel/table.ts';

const keySchema = (partition: string, sort?: string): KeySchemaElement[] => [
  { AttributeName: partition, KeyType: 'HASH' },
  ...(sort === undefined ? [] : [{ AttributeName: sort, KeyType: 'RANGE' } as const]),
];

/** A table's definition, built from its entry in the list of tables. */
export const createTableInput = (table: TableSpec): CreateTableCommandInput => {
  const indexes = Object.entries(table.indexes ?? {});
  const keys = [table, ...indexes.map(([, index]) => index)];
  const names = new Set(
    keys.flatMap(({ partition, sort }) => (sort ? [partition, sort] : [partition])),
  );
  const typeOf = (name: string) => (name === table.sort && table.sortType) || 'S';
  return {
    TableName: table.name,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keySchema(table.partition, table.sort),
    AttributeDefinitions: [...names].map((name): AttributeDefinition => ({
      AttributeName: name,
      AttributeType: typeOf(name),
    })),
    ...(indexes.length > 0 && {
      GlobalSecondaryIndexes: indexes.map(([name, { partition, sort, keysOnly }]) => ({
        IndexName: name,
        KeySchema: keySchema(partition, sort),
        Projection: { ProjectionType: keysOnly ? ('KEYS_ONLY' as const) : ('ALL' as const) },
      })),
    }),
  };
};
