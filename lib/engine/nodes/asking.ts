import { emailAddress } from '#lib/kernel/email.ts';

const mostPeople = 50;
const longestMessage = 10_000;

/** The value as a list: expressions may yield several values, or one value without a list. */
export const listOf = (value: unknown): unknown[] =>
  value === undefined || value === null ? [] : [value].flat();

/** A list whose entries may be expressions that yielded lists. */
export const flatList = (value: unknown): unknown[] => listOf(value).flatMap(listOf);

/** An evaluated text setting as a text. */
export const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Why these people cannot be asked; `role` names them in the sentence: `approver`. */
export const problemWithPeople = (people: unknown[], role: string): string | undefined => {
  if (people.length > mostPeople) return `There are more than ${mostPeople} ${role}s.`;
  const bad = people.find((one) => !emailAddress.safeParse(one).success);
  return bad === undefined
    ? undefined
    : `${JSON.stringify(bad).slice(0, 100)} is not the e-mail address of an ${role}.`;
};

export const problemWithMessage = (message: string): string | undefined =>
  message.length > longestMessage
    ? `The message is longer than ${longestMessage} characters. Shorten it.`
    : undefined;
