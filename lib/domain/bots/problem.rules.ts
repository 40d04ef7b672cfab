import { badRequest } from '#lib/kernel/refusal.ts';
import type { Problem } from './bot.schema.ts';

/** Throws 400 if a version has problems; the detail lists every problem with its node. */
export const refuseProblems = (problems: Problem[]): void => {
  if (problems.length === 0) return;
  const detail = problems.map(({ message, node_id }) => ({
    msg: message,
    loc: node_id === undefined ? [] : [node_id],
  }));
  const count = problems.length === 1 ? 'One problem keeps' : `${problems.length} problems keep`;
  throw badRequest(`${count} this bot from running. ${problems[0]?.message}`, { detail });
};
