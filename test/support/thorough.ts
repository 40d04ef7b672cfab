/** Whether this run tries all that promises are made for, as `.ci/run` does. */
export const isThorough = Boolean(process.env.THOROUGH);

/**
 * How many random cases a test tries: fewer while people wait, as many as the promise is made for
 * where it is thorough.
 */
export const cases = ({ usual, thorough }: { usual: number; thorough: number }): number =>
  isThorough ? thorough : usual;

/** Of cases that repeat each other: so many, from the whole list, or all where it is thorough. */
export const some = <T>(all: readonly T[], usual: number): readonly T[] =>
  isThorough ? all : all.filter((_, at) => at % Math.ceil(all.length / usual) === 0);
