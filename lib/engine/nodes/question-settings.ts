import { emailAddress } from '#lib/kernel/email.ts';

const maxPeople = 50;
const maxMessageLength = 10_000;

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
  if (people.length > maxPeople) return `There are more than ${maxPeople} ${role}s.`;
  const invalidEntry = people.find((one) => !emailAddress.safeParse(one).success);
  return invalidEntry === undefined
    ? undefined
    : `${JSON.stringify(invalidEntry).slice(0, 100)} is not the e-mail address of an ${role}.`;
};

export const problemWithMessage = (message: string): string | undefined =>
  message.length > maxMessageLength
    ? `The message is longer than ${maxMessageLength} characters. Shorten it.`
    : undefined;
