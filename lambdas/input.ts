import type * as z from 'zod';
import { badRequest, type Refusal } from '#lib/kernel/refusal.ts';
import { shorten, shortenPath } from '#lib/kernel/value-descriptions.ts';

/** The most causes that are reported for one input: it may have thousands of unknown fields. */
const maxCauses = 50;

/** Turns validation errors into a Refusal: the first message, its field, and all causes. */
export const inputRefusalOf = (error: z.ZodError | undefined): Refusal => {
  const causes = (error?.issues ?? []).slice(0, maxCauses).flatMap((issue) => {
    const loc = shortenPath(issue.path);
    if (issue.code !== 'unrecognized_keys') return { msg: issue.message, loc };
    return issue.keys.slice(0, maxCauses).map((key) => {
      const name = shorten(key);
      return { msg: `Unknown field: ${name}`, loc: [...loc, name] };
    });
  });
  const detail = causes.slice(0, maxCauses);
  const [first] = detail;
  const field = first?.loc[0];
  return badRequest(first?.msg ?? 'The input is not valid.', {
    ...(field !== undefined && { field: String(field) }),
    detail,
  });
};
