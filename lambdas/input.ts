import type * as z from 'zod';
import { badRequest, type Refusal } from '#lib/kernel/refusal.ts';
import { shortened, shortPath } from '#lib/kernel/value-words.ts';

/** The most causes that are reported for one input: it may have thousands of unknown fields. */
const mostCauses = 50;

/** Turns validation errors into a Refusal: the first message, its field, and all causes. */
export const refuseInput = (error: z.ZodError | undefined): Refusal => {
  const causes = (error?.issues ?? []).slice(0, mostCauses).flatMap((issue) => {
    const loc = shortPath(issue.path);
    if (issue.code !== 'unrecognized_keys') return { msg: issue.message, loc };
    return issue.keys.slice(0, mostCauses).map((key) => {
      const name = shortened(key);
      return { msg: `Unknown field: ${name}`, loc: [...loc, name] };
    });
  });
  const detail = causes.slice(0, mostCauses);
  const [first] = detail;
  const field = first?.loc[0];
  return badRequest(first?.msg ?? 'The input is not valid.', {
    ...(field !== undefined && { field: String(field) }),
    detail,
  });
};
