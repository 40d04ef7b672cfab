let last = Promise.resolve();

/**
 * Resolves, once all earlier callers have ended their turns, with the function that ends the
 * caller's turn: of many long evaluations one runs at a time, and only its data grows.
 */
export const waitForTurn = async (): Promise<() => void> => {
  const previousTurn = last;
  const { promise, resolve } = Promise.withResolvers<void>();
  last = promise;
  await previousTurn;
  return resolve;
};
