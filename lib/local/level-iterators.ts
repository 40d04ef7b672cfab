import { AbstractKeyIterator, AbstractValueIterator } from 'abstract-level';

type Iterator = { close(): Promise<void> };

/**
 * Gives LevelDB's iterators the `return` by which dynalite ends them. Without it each query keeps
 * its iterator, and the snapshot under it, until the database is closed.
 */
export const closeIteratorsOnReturn = (): void => {
  for (const { prototype } of [AbstractKeyIterator, AbstractValueIterator]) {
    Object.assign(prototype, {
      return(this: Iterator) {
        return this.close();
      },
    });
  }
};
