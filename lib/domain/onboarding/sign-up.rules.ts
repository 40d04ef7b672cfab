import { badRequest } from '#lib/kernel/refusal.ts';
import { organisationAttribute, type SignUp, signUp } from './sign-up.schema.ts';

/** The attributes of an account in a user pool, by name. */
export type Attributes = Readonly<Record<string, string | undefined>>;

/**
 * Reads a sign-up from the account's name and attributes. The name must be the address in the
 * product's own spelling, because tokens identify users by it: another spelling would be another
 * user. Throws a Refusal (400).
 */
export const readSignUp = (userName: string, attributes: Attributes): SignUp => {
  const { email, name } = attributes;
  const input = { email, name, organisation: attributes[organisationAttribute] };
  const { data, error } = signUp.safeParse(input);
  if (!data) throw badRequest(error?.issues[0]?.message ?? 'The sign-up request is not valid.');
  if (data.email !== userName || email !== userName) {
    throw badRequest('Sign up with your e-mail address in lower case.');
  }
  return data;
};
