// What the smallest function that reads a table loads: the SDK's client, and one call.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';

const database = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = (key: Record<string, string>) =>
  database.send(new GetCommand({ TableName: 'bare', Key: key }));
