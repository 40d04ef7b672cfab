/** Whether this run is exhaustive, as under `.ci/run`. */
export const isThorough = Boolean(process.env.THOROUGH);

/**
 * The number of random cases that a test tries: fewer in usual runs, the full number in thorough
 * ones.
 */
export const caseCount = ({ usual, thorough }: { usual: number; thorough: number }): number =>
  isThorough ? thorough : usual;

/** About `usual` of similar cases, spread over the whole list; all of them in thorough runs. */
export const sampleCases = <T>(all: readonly T[], usual: number): readonly T[] =>
  isThorough ? all : all.filter((_, at) => at % Math.ceil(all.length / usual) === 0);
