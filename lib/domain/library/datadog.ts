/** The points of a series of Datadog, which says null where it has measured nothing. */
export const points = 'pointlist.$[1][$ != null]';

/** The series of an answer: Datadog refuses a query with status 200, and without any. */
export const seriesOf = (answer: string): string =>
  `($assert(${answer}.status = 'ok', 'Datadog refused: ' & ${answer}.error); ${answer}.series)`;
