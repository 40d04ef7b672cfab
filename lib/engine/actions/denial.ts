import type { Action, Expects } from '#lib/domain/actions/definition.schema.ts';
import { shortened } from '#lib/kernel/value-words.ts';
import { type Failed, failed } from '../nodes/node.ts';
import { at } from '../nodes/paging.ts';

/** The most characters of a reason: it may be the whole answer of a function. */
const longestReason = 500;

/** The failure where an answer with a good status reports a failure in its body. */
export const denial = (
  { call, name }: Pick<Action, 'name'> & { call: { expects?: Expects } },
  body: unknown,
): Failed | undefined => {
  const { expects } = call;
  if (!expects || (at(body, expects.at) ?? null) === expects.is) return undefined;
  const told = at(body, expects.why);
  const { otherwise = 'no reason was given' } = expects;
  const why = typeof told === 'string' ? shortened(told, longestReason) : otherwise;
  return failed(`"${name}" was refused: ${why}.`);
};
