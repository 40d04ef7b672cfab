import { badRequest } from '#lib/kernel/refusal.ts';
import type { Problem } from './bot.schema.ts';

/** A version that fails the check is refused with every problem, each located at its node. */
export const refuseProblems = (problems: Problem[]): void => {
  if (problems.length === 0) return;
  const detail = problems.map(({ message, node_id }) => ({
    msg: message,
    loc: node_id === undefined ? [] : [node_id],
  }));
  const count = problems.length === 1 ? 'One problem keeps' : `${problems.length} problems keep`;
  throw badRequest(`${count} this bot from running. ${problems[0]?.message}`, { detail });
};
