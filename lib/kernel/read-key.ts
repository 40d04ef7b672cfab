/**
 * Reads a key that hashes or seals are made with. On AWS it lies in a secret, which is read by the
 * first call that needs it: most calls need none.
 */
export type ReadKey = () => string | Promise<string>;
