import {
  AdminDeleteSoftwareTokenCommand,
  AdminDeleteUserCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  InvalidParameterException,
  NotAuthorizedException,
  ResourceNotFoundException,
  RevokeTokenCommand,
  UnsupportedTokenTypeException,
  UserNotConfirmedException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { emailAddress } from '#lib/kernel/email.ts';
import { badRequest, notFound } from '#lib/kernel/refusal.ts';
import type { Identity } from '#lib/ports/identity.ts';
import { createAccount } from './new-account.ts';
import { asRefusal, findAccount, type UserPool } from './user-pool.ts';

/** Text that is not an address is left as it is: it matches no account. */
const usernameOf = (email: string): string => emailAddress.safeParse(email).data ?? email;

/** Cognito's errors when asked to revoke something that is not a refresh token of the client. */
const notRefreshTokenErrors = [
  InvalidParameterException,
  NotAuthorizedException,
  UnsupportedTokenTypeException,
] as const;

/** Cognito's errors when there is no authenticator app to delete. */
const noAuthenticatorErrors = [
  ResourceNotFoundException,
  UserNotConfirmedException,
  UserNotFoundException,
] as const;

/** Manages the accounts of a Cognito user pool. */
export const openIdentity = (pool: UserPool & { clientId: string }): Identity => {
  const { client, clientId: ClientId, userPoolId: UserPoolId } = pool;
  const accountOf = (email: string) => ({ UserPoolId, Username: usernameOf(email) });

  return {
    createUser: async (user) => {
      const { data: username } = emailAddress.safeParse(user.email);
      if (!username) throw badRequest('Invalid email format', { field: 'email' });
      return { sub: await createAccount(pool, username, user) };
    },

    findUser: async (email) => {
      const { sub, tenantId } = (await findAccount(pool, usernameOf(email))) ?? {};
      if (sub === undefined) return undefined;
      return tenantId === undefined ? { sub } : { sub, tenantId };
    },

    resetPassword: async (email, password) => {
      const account = accountOf(email);
      try {
        await client.send(new AdminUserGlobalSignOutCommand(account));
        const choice = { ...account, Password: password, Permanent: false };
        await client.send(new AdminSetUserPasswordCommand(choice));
      } catch (error) {
        if (error instanceof UserNotFoundException) throw notFound('account');
        throw asRefusal(error);
      }
    },

    forgetSecondFactor: async (email) => {
      const SoftwareTokenMfaSettings = { Enabled: false, PreferredMfa: false };
      const choice = { ...accountOf(email), SoftwareTokenMfaSettings };
      try {
        await client.send(new AdminSetUserMFAPreferenceCommand(choice));
      } catch (error) {
        if (error instanceof UserNotFoundException) throw notFound('account');
        throw error;
      }
      try {
        // If the pool requires a second factor, the preference set above has no effect.
        await client.send(new AdminDeleteSoftwareTokenCommand(accountOf(email)));
      } catch (error) {
        if (!noAuthenticatorErrors.some((kind) => error instanceof kind)) throw error;
      }
    },

    endSession: async (_email, { refreshToken: Token }) => {
      if (Token === undefined) return;
      try {
        await client.send(new RevokeTokenCommand({ Token, ClientId }));
      } catch (error) {
        if (!notRefreshTokenErrors.some((kind) => error instanceof kind)) throw error;
        const message = 'You are signed out, but this is not a refresh token of this session.';
        throw badRequest(message, { field: 'refresh_token' });
      }
    },

    endSessions: async (email, except) => {
      // Cognito ends all sessions or none; the product rejects the tokens of the others anyway.
      if (except !== undefined) return;
      try {
        await client.send(new AdminUserGlobalSignOutCommand(accountOf(email)));
      } catch (error) {
        if (!(error instanceof UserNotFoundException)) throw error;
      }
    },

    deleteUser: async (email) => {
      const account = accountOf(email);
      try {
        // Without this, tokens of the deleted user would stay valid until they expire.
        await client.send(new AdminUserGlobalSignOutCommand(account));
        await client.send(new AdminDeleteUserCommand(account));
      } catch (error) {
        if (!(error instanceof UserNotFoundException)) throw error;
      }
    },
  };
};
