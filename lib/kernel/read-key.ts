/**
 * Reads a key that is used for hashing or sealing. On AWS it is kept in a secret, which is read by
 * the first call that needs it: most calls do not.
 */
export type ReadKey = () => string | Promise<string>;
