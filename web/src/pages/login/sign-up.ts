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

/** The fields of the sign-up form, in order; and the account's name in authenticator apps. */
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

/** The normalised e-mail address, which is the user name. */
const toUserName = (text: string): string => emailAddress.safeParse(text).data ?? text;

/** The product's own message, extracted from the user pool's error about a trigger. */
const toProductError = (error: unknown): unknown => {
  const [, productMessage] = / failed with error (.+?\.)\.?$/.exec(String(error)) ?? [];
  return productMessage === undefined ? error : new Error(productMessage);
};

const withProductError = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    throw toProductError(error);
  }
};

/** Amplify's calls may have a context before their input. */
type ServiceArguments<T> = [input: T] | [context: unknown, input: T];

const inputOf = <T>(args: ServiceArguments<T>): T => (args.length === 1 ? args[0] : args[1]);

const rules = {
  name: schema.shape.name,
  [organisationAttribute]: schema.shape.organisation,
  password: newPassword,
};

/** The form's own handling of the entered values. */
export const services: NonNullable<Form['services']> = {
  handleSignUp: (...args: ServiceArguments<SignUpInput>) => {
    const { username, password, options } = inputOf(args);
    const email = toUserName(username);
    const userAttributes = { ...options?.userAttributes, email };
    return withProductError(
      signUp({ username: email, password, options: { ...options, userAttributes } }),
    );
  },

  handleConfirmSignUp: (...args: ServiceArguments<ConfirmSignUpInput>) => {
    const { username, ...input } = inputOf(args);
    return withProductError(confirmSignUp({ ...input, username: toUserName(username) }));
  },

  /** Apps show codes in two groups, so that spaces are removed. */
  handleConfirmSignIn: (...args: ServiceArguments<ConfirmSignInInput>) => {
    const { challengeResponse, ...input } = inputOf(args);
    return confirmSignIn({ ...input, challengeResponse: challengeResponse.replaceAll(' ', '') });
  },

  /** Returns the errors of the visited fields. */
  validateCustomSignUp: async (values, touched = {}) =>
    Object.fromEntries(
      Object.entries(rules).flatMap(([field, rule]) => {
        const { error } = rule.safeParse(values[field]);
        return error && touched[field] ? [[field, error.issues[0]?.message ?? '']] : [];
      }),
    ),
};
