import * as z from 'zod';
import type { WireAnswer } from './raw-http.ts';

const refusalSchema = z.strictObject({
  error: z.string().regex(/^[A-Z].{9}/s),
  field: z.string().optional(),
  detail: z
    .array(z.strictObject({ msg: z.string(), loc: z.array(z.union([z.string(), z.number()])) }))
    .optional(),
});

/** Texts that would reveal how the product works inside. */
const internalsPattern = new RegExp(
  [
    'node_modules|node:|\\.(ts|js|mjs)\\b|\\bat .+:\\d+',
    '/(work|tmp|home|usr)/',
    'arn:|dynamo|dynalite|leveldb|sqlite|[a-z]Exception|\\borg_[0-9a-f]',
  ].join('|'),
  'i',
);

/** The problems of a refusal: it must have the one shape, be data only, and reveal no internals. */
export const refusalProblemsOf = (answer: WireAnswer): string[] => {
  const { status, headers, body } = answer;
  const problems: string[] = [];
  const check = (isMet: boolean, problem: string) => {
    if (!isMet) problems.push(problem);
  };
  check(status >= 400 && status < 500, `status ${status}`);
  check(headers['content-type'] === 'application/json; charset=utf-8', 'not JSON');
  check(headers['x-content-type-options'] === 'nosniff', 'no nosniff');
  check(headers['cache-control'] === 'no-store', 'may be stored');
  check(headers['content-security-policy']?.startsWith('sandbox;') === true, 'may run');
  check(!internalsPattern.test(body), `tells of the inside: ${body}`);
  if (body !== '') {
    const parsed = refusalSchema.safeParse(JSON.parse(body));
    check(parsed.success, `another shape: ${body}`);
  }
  return problems;
};
