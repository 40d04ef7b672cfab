/** An index of a table. It is sparse if items may lack its keys. */
export type IndexSpec = {
  partition: string;
  sort?: string;
  /** The index holds only keys: a write of other attributes does not update it. */
  keysOnly?: true;
};

/**
 * Keys, indexes and expiry of one entity's DynamoDB table; CDK and the embedded database are
 * derived from it.
 */
export type TableSpec = {
  name: string;
  partition: string;
  sort: string;
  /** The type of the sort key; by default text. */
  sortType?: 'N';
  indexes?: Record<string, IndexSpec>;
  /**
   * The number attribute (epoch seconds) after which DynamoDB may delete the item. No decision may
   * depend on it.
   */
  ttl?: string;
};
