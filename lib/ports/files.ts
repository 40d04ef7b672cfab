/**
 * Stores large values, one object per key, each written once. Keys start with the tenant's id, or
 * with a folder of `datedFolders` for files that expire on their own. The object under a key that
 * ends in `.gz` is stored gzipped.
 */
export type Files = {
  put(key: string, text: string): Promise<void>;
  /** Returns the text, or undefined if there is no object under the key. */
  get(key: string): Promise<string | undefined>;
  /** Removes the object under the key; succeeds if there is none. */
  remove(key: string): Promise<void>;
  /** Removes every object below a folder such as `org_1/exc_1`: keys that continue with `/`. */
  removeAll(folder: string): Promise<void>;
};
