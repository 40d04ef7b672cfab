/**
 * Large values by reference: one object a key, written once. Keys start with the tenant's id, those
 * of files that go by themselves with a folder of `datedFolders`. What lies under a key that ends
 * in `.gz` is kept gzipped.
 */
export type Files = {
  put(key: string, text: string): Promise<void>;
  /** The text; undefined where nothing lies under the key. */
  get(key: string): Promise<string | undefined>;
  /** Removes what lies under the key; nothing is removed already. */
  remove(key: string): Promise<void>;
  /** Removes all that lies below a folder, such as `org_1/exc_1`: keys that go on with `/`. */
  removeAll(folder: string): Promise<void>;
};
