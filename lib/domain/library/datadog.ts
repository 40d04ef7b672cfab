/** The points of a Datadog series, without null values, which mean that nothing was measured. */
export const points = 'pointlist.$[1][$ != null]';

/** The series of a response: Datadog reports a rejected query with status 200 and no series. */
export const seriesOf = (answer: string): string =>
  `($assert(${answer}.status = 'ok', 'Datadog refused: ' & ${answer}.error); ${answer}.series)`;
