/** Does the same to each of many, so many at a time. */
export const eachOf = async <T>(
  values: readonly T[],
  atOnce: number,
  act: (one: T) => Promise<unknown>,
): Promise<void> => {
  for (let from = 0; from < values.length; from += atOnce) {
    await Promise.all(values.slice(from, from + atOnce).map(act));
  }
};
