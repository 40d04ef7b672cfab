import * as z from 'zod';
import { emailAddress } from '#lib/kernel/email.ts';
import { isTemplate } from '../expression/template.ts';
import { evaluatedInput, formInputOf, problemWithInput } from '../nodes/form.ts';

const isFixed = (value: unknown): boolean => !isTemplate(JSON.stringify(value));

/** A problem of a form's inputs, where they have no expressions: patterns, options, defaults. */
export const checkFormInputs = (value: unknown): string | undefined => {
  const inputs = z.array(evaluatedInput).safeParse(value).data ?? [];
  return inputs
    .filter(isFixed)
    .map((one) => problemWithInput(formInputOf(one)))
    .find((problem) => problem !== undefined);
};

/** A problem of addresses that are not expressions. */
export const checkPeople = (value: unknown): string | undefined => {
  const people = z.array(z.string()).safeParse(value).data ?? [];
  const invalidAddress = people.filter(isFixed).find((one) => !emailAddress.safeParse(one).success);
  return invalidAddress === undefined ? undefined : `"${invalidAddress}" is not an e-mail address.`;
};
