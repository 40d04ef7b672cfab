import type { Action, Expects } from '#lib/domain/actions/definition.schema.ts';
import { shorten } from '#lib/kernel/value-descriptions.ts';
import { type Failed, failed } from '../nodes/node.ts';
import { valueAt } from '../nodes/paging.ts';

/** The most characters of a reason: it may be the whole answer of a function. */
const maxReasonLength = 500;

/** The failure where an answer with a good status reports a failure in its body. */
export const reportedFailure = (
  { call, name }: Pick<Action, 'name'> & { call: { expects?: Expects } },
  body: unknown,
): Failed | undefined => {
  const { expects } = call;
  if (!expects || (valueAt(body, expects.at) ?? null) === expects.is) return undefined;
  const reportedReason = valueAt(body, expects.why);
  const { otherwise = 'no reason was given' } = expects;
  const reason =
    typeof reportedReason === 'string' ? shorten(reportedReason, maxReasonLength) : otherwise;
  return failed(`"${name}" was refused: ${reason}.`);
};
