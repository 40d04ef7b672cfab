/** Whether this run tries all that promises are made for, as `.ci/run` does. */
export const isThorough = Boolean(process.env.THOROUGH);

/**
 * How many random cases a test tries: fewer while people wait, as many as the promise is made for
 * where it is thorough.
 */
export const cases = ({ usual, thorough }: { usual: number; thorough: number }): number =>
  isThorough ? thorough : usual;
