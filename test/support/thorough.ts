/**
 * How many random cases a test tries: fewer while people wait, as many as the promise is made for
 * where THOROUGH is set, as `.ci/run` does.
 */
export const cases = ({ usual, thorough }: { usual: number; thorough: number }): number =>
  process.env.THOROUGH ? thorough : usual;
