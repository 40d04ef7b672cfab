import type { ComponentProps } from 'react';
import {
  confirmSignIn,
  type ConfirmSignInInput,
  confirmSignUp,
  type ConfirmSignUpInput,
  signUp,
  type SignUpInput,
} from 'aws-amplify/auth';
import type { Authenticator } from '@aws-amplify/ui-react';
import { organisationAttribute, signUp as schema } from '#lib/domain/onboarding/sign-up.schema.ts';
import { newPassword } from '#lib/domain/users/password.schema.ts';
import { emailAddress } from '#lib/kernel/email.ts';

type Form = ComponentProps<typeof Authenticator>;

/** The form of a sign-up, from top to bottom; and what an authenticator app calls the account. */
export const formFields: Form['formFields'] = {
  signUp: {
    name: { order: 1, label: 'Name', placeholder: 'Enter your name', isRequired: true },
    [organisationAttribute]: {
      order: 2,
      label: 'Organisation',
      placeholder: 'Enter the name of your organisation',
      autocomplete: 'organization',
      isRequired: true,
    },
    email: { order: 3 },
    password: { order: 4 },
    confirm_password: { order: 5 },
  },
  setupTotp: { QR: { totpIssuer: 'Cloudwarden' } },
};

/** Accounts are named by the address as the product writes it. */
const asUserName = (text: string): string => emailAddress.safeParse(text).data ?? text;

/** The product's own sentence out of what the user pool says of its triggers. */
const inOwnWords = (error: unknown): unknown => {
  const [, sentence] = / failed with error (.+?\.)\.?$/.exec(String(error)) ?? [];
  return sentence === undefined ? error : new Error(sentence);
};

const told = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    throw inOwnWords(error);
  }
};

/** Amplify's calls may carry a context before their input. */
type Given<T> = [input: T] | [context: unknown, input: T];

const inputOf = <T>(given: Given<T>): T => (given.length === 1 ? given[0] : given[1]);

const rules = {
  name: schema.shape.name,
  [organisationAttribute]: schema.shape.organisation,
  password: newPassword,
};

/** What the forms do with what people entered. */
export const services: NonNullable<Form['services']> = {
  handleSignUp: (...given: Given<SignUpInput>) => {
    const { username, password, options } = inputOf(given);
    const email = asUserName(username);
    const userAttributes = { ...options?.userAttributes, email };
    return told(signUp({ username: email, password, options: { ...options, userAttributes } }));
  },

  handleConfirmSignUp: (...given: Given<ConfirmSignUpInput>) => {
    const { username, ...input } = inputOf(given);
    return told(confirmSignUp({ ...input, username: asUserName(username) }));
  },

  /** Apps show their codes as two groups. */
  handleConfirmSignIn: (...given: Given<ConfirmSignInInput>) => {
    const { challengeResponse, ...input } = inputOf(given);
    return confirmSignIn({ ...input, challengeResponse: challengeResponse.replaceAll(' ', '') });
  },

  /** Says what is wrong with a field once somebody has been in it. */
  validateCustomSignUp: async (values, touched = {}) =>
    Object.fromEntries(
      Object.entries(rules).flatMap(([field, rule]) => {
        const { error } = rule.safeParse(values[field]);
        return error && touched[field] ? [[field, error.issues[0]?.message ?? '']] : [];
      }),
    ),
};
