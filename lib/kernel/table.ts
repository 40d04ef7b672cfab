/** An index of a table. Sparse where items may lack its keys. */
export type IndexSpec = {
  partition: string;
  sort?: string;
  /** It holds keys and nothing else: a write of other attributes does not reach it. */
  keysOnly?: true;
};

/**
 * Keys, indexes and expiry of one entity's DynamoDB table; CDK and the embedded database are made
 * from it.
 */
export type TableSpec = {
  name: string;
  partition: string;
  sort: string;
  /** The sort key is text unless told. */
  sortType?: 'N';
  indexes?: Record<string, IndexSpec>;
  /**
   * Number attribute (epoch seconds) after which DynamoDB may remove the item. Never decides
   * anything.
   */
  ttl?: string;
};
