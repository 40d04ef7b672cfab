import {
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
  type AttributeType,
  type CognitoIdentityProviderClient,
  InvalidPasswordException,
  UsernameExistsException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { addressTaken } from '#lib/domain/users/account.rules.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import { badRequest } from '#lib/kernel/refusal.ts';

/** A Cognito user pool whose user names are e-mail addresses. */
export type UserPool = { client: CognitoIdentityProviderClient; userPoolId: string; clock: Clock };

export const asRefusal = (error: unknown): unknown => {
  if (error instanceof UsernameExistsException) return addressTaken();
  if (error instanceof InvalidPasswordException) {
    return badRequest(error.message, { field: 'password' });
  }
  return error;
};

export const subIn = (attributes: AttributeType[] = []): string => {
  const sub = attributes.find(({ Name }) => Name === 'sub')?.Value;
  if (!sub) throw new Error('Cognito knows a user without a sub.');
  return sub;
};

/** Finds an account with its organisation, if it is in one. `madeAt` is in milliseconds. */
export const findAccount = async ({ client, userPoolId, clock }: UserPool, Username: string) => {
  const account = { UserPoolId: userPoolId, Username };
  try {
    const user = await client.send(new AdminGetUserCommand(account));
    const { Groups = [] } = await client.send(new AdminListGroupsForUserCommand(account));
    const names = Groups.flatMap(({ GroupName }) => GroupName ?? []);
    return {
      sub: subIn(user.UserAttributes),
      tenantId: names.find((name) => name.startsWith('org_')),
      /** Signed up, but never confirmed the address. */
      isUnconfirmed: user.UserStatus === 'UNCONFIRMED',
      /** Created by somebody else, and not signed in yet. */
      isInvited: user.UserStatus === 'FORCE_CHANGE_PASSWORD',
      madeAt: user.UserCreateDate?.getTime() ?? clock(),
    };
  } catch (error) {
    if (error instanceof UserNotFoundException) return undefined;
    throw error;
  }
};
