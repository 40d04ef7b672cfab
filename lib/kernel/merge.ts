/** Merges sorted streams into one sorted stream; each is read no further than that requires. */
export async function* mergeInOrder<T>(
  streams: readonly AsyncGenerator<T>[],
  isBefore: (one: T, other: T) => boolean,
): AsyncGenerator<T> {
  const heads = await Promise.all(
    streams.map(async (stream) => [stream, await stream.next()] as const),
  );
  try {
    let activeHeads = heads.filter(([, { done }]) => !done);
    while (activeHeads.length > 0) {
      const first = activeHeads.reduce((best, head) =>
        isBefore(head[1].value, best[1].value) ? head : best,
      );
      yield first[1].value;
      const next = [first[0], await first[0].next()] as const;
      activeHeads = activeHeads
        .map((head) => (head === first ? next : head))
        .filter(([, { done }]) => !done);
    }
  } finally {
    await Promise.all(streams.map((stream) => stream.return(undefined)));
  }
}
