/** The values of several sources in order of arrival; `width` sources are read concurrently. */
export async function* mergeConcurrently<T>(
  sources: readonly (() => AsyncIterable<T>)[],
  width: number,
): AsyncGenerator<T> {
  const waiting = [...sources];
  const running = new Map<AsyncIterator<T>, Promise<[AsyncIterator<T>, IteratorResult<T>]>>();
  const requestNext = (one: AsyncIterator<T>) =>
    void running.set(
      one,
      one.next().then((result) => [one, result]),
    );
  const begin = () => {
    const next = waiting.shift();
    if (next) requestNext(next()[Symbol.asyncIterator]());
  };
  for (let count = 0; count < width; count += 1) begin();
  try {
    while (running.size > 0) {
      const [one, { done, value }] = await Promise.race(running.values());
      running.delete(one);
      if (done) {
        begin();
        continue;
      }
      requestNext(one);
      yield value;
    }
  } finally {
    // When the consumer stops, or one source fails, the other sources are ended.
    for (const [one, result] of running) {
      result.catch(() => undefined);
      void one.return?.();
    }
  }
}

/** Maps a list in order, with `width` concurrent calls of `make`. */
export const mapConcurrently = async <T, R>(
  all: readonly T[],
  width: number,
  make: (one: T) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = [];
  const entries = all.entries();
  const worker = async () => {
    for (const [index, one] of entries) results[index] = await make(one);
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
};
