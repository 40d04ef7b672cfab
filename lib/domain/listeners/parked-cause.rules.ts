import { Refusal } from '#lib/kernel/refusal.ts';

const maxCauseLength = 500;

/** The cause of a failure as text for users, without ARNs. */
export const causeOf = (error: unknown): string => {
  if (error instanceof Refusal) return error.message;
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text
    .replace(/arn:\S+/g, '(a resource)')
    .slice(0, maxCauseLength)
    .toWellFormed();
};
