import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminSetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  type CognitoIdentityProviderClient,
  CreateGroupCommand,
  GroupExistsException,
  InvalidPasswordException,
  UsernameExistsException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { emailAddress } from '#lib/kernel/email.ts';
import { badRequest, conflict, notFound } from '#lib/kernel/refusal.ts';
import type { Identity, NewIdentity } from '#lib/ports/identity.ts';

type Options = { client: CognitoIdentityProviderClient; userPoolId: string };

const asRefusal = (error: unknown): unknown => {
  if (error instanceof UsernameExistsException) {
    return conflict('Another account uses this e-mail address. Enter a different one.', {
      field: 'email',
    });
  }
  if (error instanceof InvalidPasswordException) {
    return badRequest(error.message, { field: 'password' });
  }
  return error;
};

/** The accounts of a Cognito user pool whose user names are the e-mail addresses themselves. */
export const openIdentity = ({ client, userPoolId: UserPoolId }: Options): Identity => {
  const makeGroup = async (GroupName: string): Promise<void> => {
    try {
      await client.send(new CreateGroupCommand({ UserPoolId, GroupName }));
    } catch (error) {
      if (!(error instanceof GroupExistsException)) throw error;
    }
  };

  const makeUser = async (Username: string, user: NewIdentity): Promise<string> => {
    try {
      const { User } = await client.send(
        new AdminCreateUserCommand({
          UserPoolId,
          Username,
          TemporaryPassword: user.password,
          // The product writes its own invitation.
          MessageAction: 'SUPPRESS',
          UserAttributes: [
            { Name: 'email', Value: Username },
            { Name: 'email_verified', Value: 'true' },
            { Name: 'name', Value: user.name },
          ],
        }),
      );
      const sub = User?.Attributes?.find(({ Name }) => Name === 'sub')?.Value;
      if (!sub) throw new Error('Cognito made a user without a sub.');
      return sub;
    } catch (error) {
      throw asRefusal(error);
    }
  };

  const admit = async (Username: string, user: NewIdentity): Promise<void> => {
    const account = { UserPoolId, Username };
    try {
      await client.send(new AdminAddUserToGroupCommand({ ...account, GroupName: user.tenantId }));
      if (!user.permanent) return;
      const choice = { ...account, Password: user.password, Permanent: true };
      await client.send(new AdminSetUserPasswordCommand(choice));
    } catch (error) {
      // An account outside its organisation could do nothing, and would keep the address taken.
      await client.send(new AdminDeleteUserCommand(account));
      throw asRefusal(error);
    }
  };

  return {
    createUser: async (user) => {
      const { data: username } = emailAddress.safeParse(user.email);
      if (!username) throw badRequest('Invalid email format', { field: 'email' });
      await makeGroup(user.tenantId);
      const sub = await makeUser(username, user);
      await admit(username, user);
      return { sub };
    },

    resetPassword: async (email, password) => {
      const account = { UserPoolId, Username: email };
      try {
        await client.send(new AdminUserGlobalSignOutCommand(account));
        const choice = { ...account, Password: password, Permanent: false };
        await client.send(new AdminSetUserPasswordCommand(choice));
      } catch (error) {
        if (error instanceof UserNotFoundException) throw notFound('account');
        throw asRefusal(error);
      }
    },

    deleteUser: async (email) => {
      const account = { UserPoolId, Username: email };
      try {
        // Tokens of a user that is gone would count until they expire.
        await client.send(new AdminUserGlobalSignOutCommand(account));
        await client.send(new AdminDeleteUserCommand(account));
      } catch (error) {
        if (!(error instanceof UserNotFoundException)) throw error;
      }
    },
  };
};
