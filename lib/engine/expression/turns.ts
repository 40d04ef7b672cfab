// Taken at load, because tests replace the timers of a page. Browsers have no setImmediate.
const later = 'setImmediate' in globalThis ? setImmediate : setTimeout;

/** Resolves after whatever else waits for this thread had its turn. */
export const othersHadTheirTurn = (): Promise<void> =>
  new Promise((resolve) => {
    later(() => resolve());
  });

let last = Promise.resolve();

/**
 * Resolves with the function that ends the caller's turn, once all who asked before have ended
 * theirs: of many long evaluations one goes on at a time, and only its data grows.
 */
export const takeTurn = async (): Promise<() => void> => {
  const before = last;
  const { promise, resolve } = Promise.withResolvers<void>();
  last = promise;
  await before;
  return resolve;
};
