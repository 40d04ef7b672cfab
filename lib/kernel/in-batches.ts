/** Runs `task` for each value, `atOnce` at a time: a batch starts when the one before is done. */
export const forEachInBatches = async <T>(
  values: readonly T[],
  atOnce: number,
  task: (one: T) => Promise<unknown>,
): Promise<void> => {
  for (let from = 0; from < values.length; from += atOnce) {
    await Promise.all(values.slice(from, from + atOnce).map(task));
  }
};
