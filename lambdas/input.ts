import type * as z from 'zod';
import { badRequest, type Refusal } from '#lib/kernel/refusal.ts';

const isText = (part: PropertyKey): part is string | number => typeof part !== 'symbol';

/** What is wrong with an input, for people: the first sentence, its field, and every cause. */
export const refuseInput = (error: z.ZodError | undefined): Refusal => {
  const causes = (error?.issues ?? []).flatMap((issue) => {
    const loc = issue.path.filter(isText);
    if (issue.code !== 'unrecognized_keys') return { msg: issue.message, loc };
    return issue.keys.map((key) => ({ msg: `Unknown field: ${key}`, loc: [...loc, key] }));
  });
  const detail = causes.slice(0, 50);
  const [first] = detail;
  const field = first?.loc[0];
  return badRequest(first?.msg ?? 'The input is not understood.', {
    ...(field !== undefined && { field: String(field) }),
    detail,
  });
};
