/** What is there at once where it is loaded already, and else follows. */
export type Later<T> = T | Promise<T>;
