import {
  type AttributeDefinition,
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  type DynamoDBClient,
  type KeySchemaElement,
  ListTablesCommand,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import type { TableSpec } from '#lib/kernel/table.ts';

const keySchema = (partition: string, sort?: string): KeySchemaElement[] => [
  { AttributeName: partition, KeyType: 'HASH' },
  ...(sort === undefined ? [] : [{ AttributeName: sort, KeyType: 'RANGE' } as const]),
];

/** A table's definition, made from its entry in the list of tables. */
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
      GlobalSecondaryIndexes: indexes.map(([name, { partition, sort }]) => ({
        IndexName: name,
        KeySchema: keySchema(partition, sort),
        Projection: { ProjectionType: 'ALL' as const },
      })),
    }),
  };
};

const isCreating = async (client: DynamoDBClient, { name }: TableSpec): Promise<boolean> => {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
  return Table?.TableStatus === 'CREATING';
};

/** Answers once the table takes calls: dynalite says so a moment after it has made it. */
const create = async (client: DynamoDBClient, table: TableSpec): Promise<void> => {
  await client.send(new CreateTableCommand(createTableInput(table)));
  while (await isCreating(client, table));
};

const leastThroughput = { ReadCapacityUnits: 1, WriteCapacityUnits: 1 };

/**
 * A process that died while it made a table leaves it CREATING for ever, and no call reaches it. A
 * change of its throughput, which limits nothing here, takes it out of that state.
 */
const release = async (client: DynamoDBClient, table: TableSpec): Promise<void> => {
  if (!(await isCreating(client, table))) return;
  await client.send(
    new UpdateTableCommand({
      TableName: table.name,
      BillingMode: 'PROVISIONED',
      ProvisionedThroughput: leastThroughput,
      GlobalSecondaryIndexUpdates: Object.keys(table.indexes ?? {}).map((IndexName) => ({
        Update: { IndexName, ProvisionedThroughput: leastThroughput },
      })),
    }),
  );
};

/** Makes the tables that are missing; each takes calls when this is done. */
export const openTables = async (
  client: DynamoDBClient,
  tables: readonly TableSpec[],
): Promise<void> => {
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  await Promise.all(
    tables.map((table) =>
      TableNames.includes(table.name) ? release(client, table) : create(client, table),
    ),
  );
};
