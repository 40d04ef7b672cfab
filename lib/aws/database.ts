import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Database } from '#lib/kernel/database.ts';

type Options = {
  client: DynamoDBClient;
  /** Physical names of the tables that the function may use, by listed name. */
  names: Record<string, string>;
  cursorKey: string;
};

export const openDatabase = ({ client, names, cursorKey }: Options): Database => ({
  documents: DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
  }),
  nameOf: ({ name }) => {
    const physical = names[name];
    if (physical !== undefined) return physical;
    throw new Error(`This function may not use ${name}. Grant it in lib/stack/functions.ts.`);
  },
  cursorKey,
});
