import { AbstractLevel, AbstractValueIterator } from 'abstract-level';

type Level = AbstractLevel<unknown>;
type Values = AbstractValueIterator<Level, unknown, unknown>;

/** What is read ahead at most; LevelDB itself ends a read at 16 KiB. */
const mostAhead = 1000;

/**
 * LevelDB reads in other threads, which have to be woken and waited for: that takes longer than
 * the read, as what is read lies in memory nearly always. Here a single item is read at once, and
 * the values of a range as many at a time as come together.
 */
export const readWithoutWaiting = (): void => {
  const { get } = AbstractLevel.prototype;
  const ahead = new WeakMap<object, unknown[]>();
  Object.assign(AbstractLevel.prototype, {
    async get(this: Level, key: string, options: object): Promise<unknown> {
      return this.status === 'open' ? this.getSync(key, options) : get.call(this, key, options);
    },
  });
  Object.assign(AbstractValueIterator.prototype, {
    async next(this: Values): Promise<unknown> {
      const values = ahead.get(this) ?? [];
      if (values.length === 0) values.push(...(await this.nextv(mostAhead)));
      ahead.set(this, values);
      return values.shift();
    },
  });
};
