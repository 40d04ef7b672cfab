import * as z from 'zod';

/** Checks the two ends of a time range in an object: rejects an end that lies before its start. */
export const rangeOrderCheck = <Start extends string, End extends string>(start: Start, end: End) =>
  z.refine<{ [Key in Start | End]?: string | undefined }>(
    (range) => {
      const [from, to] = [range[start], range[end]];
      return from === undefined || to === undefined || !(Date.parse(to) < Date.parse(from));
    },
    { error: 'The end is before the start.', path: [end] },
  );
