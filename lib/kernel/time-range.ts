import * as z from 'zod';

/** A check of an object with the two ends of a time: refuses an end that lies before its start. */
export const endsInOrder = <Start extends string, End extends string>(start: Start, end: End) =>
  z.refine<{ [Key in Start | End]?: string | undefined }>(
    (range) => {
      const [from, to] = [range[start], range[end]];
      return from === undefined || to === undefined || !(Date.parse(to) < Date.parse(from));
    },
    { error: 'The end lies before the start.', path: [end] },
  );
