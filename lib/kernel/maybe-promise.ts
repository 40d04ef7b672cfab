/** A value that is available at once if it is already loaded, and otherwise a promise of it. */
export type MaybePromise<T> = T | Promise<T>;
