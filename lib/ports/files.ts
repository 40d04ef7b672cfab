/** Large values by reference: one object a key, written once. Keys start with the tenant's id. */
export type Files = {
  put(key: string, text: string): Promise<void>;
  /** The text; undefined where nothing lies under the key. */
  get(key: string): Promise<string | undefined>;
};
