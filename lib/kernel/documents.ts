/** A stored item, or its key: attributes by name. */
export type Item = Record<string, unknown>;

type Placeholders = {
  ExpressionAttributeNames?: Record<string, string> | undefined;
  ExpressionAttributeValues?: Item | undefined;
};

type Conditional = Placeholders & { ConditionExpression?: string | undefined };

type Projection = {
  ProjectionExpression?: string | undefined;
  ExpressionAttributeNames?: Record<string, string> | undefined;
};

export type KeysToRead = Projection & { Keys: Item[]; ConsistentRead?: boolean | undefined };

/**
 * The part of DynamoDB's API that the product uses, with its field names: the input of each call.
 * The embedded store supports exactly this; a field that is added here must be added there.
 */
export type CallInputs = {
  Get: { TableName: string; Key: Item; ConsistentRead?: boolean | undefined };
  Put: Conditional & { TableName: string; Item: Item };
  Update: Conditional & { TableName: string; Key: Item; UpdateExpression: string };
  Delete: Conditional & { TableName: string; Key: Item };
  Query: Placeholders &
    Projection & {
      TableName: string;
      IndexName?: string | undefined;
      KeyConditionExpression: string;
      ScanIndexForward?: boolean | undefined;
      ConsistentRead?: boolean | undefined;
      Limit?: number | undefined;
      ExclusiveStartKey?: Item | undefined;
    };
  BatchGet: { RequestItems: Record<string, KeysToRead> };
};

/** The output of each call. */
export type CallOutputs = {
  Get: { Item?: Item | undefined };
  Put: object;
  Update: object;
  Delete: object;
  Query: { Items?: Item[] | undefined; LastEvaluatedKey?: Item | undefined };
  BatchGet: {
    Responses?: Record<string, Item[]> | undefined;
    UnprocessedKeys?: Record<string, { Keys?: Item[] | undefined }> | undefined;
  };
};

export type Action = keyof CallInputs;

/** A call as data; adapters decide how it is made. */
export type Call = { [A in Action]: { action: A; input: CallInputs[A] } }[Action];

/** Executes the calls: DynamoDB's document client, or the embedded store. */
export type Documents = {
  send<A extends Action>(call: { action: A; input: CallInputs[A] }): Promise<CallOutputs[A]>;
};
