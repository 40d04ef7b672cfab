import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
  AdminSetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  type AttributeType,
  type CognitoIdentityProviderClient,
  CreateGroupCommand,
  GroupExistsException,
  InvalidPasswordException,
  UsernameExistsException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { addressTaken } from '#lib/domain/users/account.rules.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import { emailAddress } from '#lib/kernel/email.ts';
import { badRequest, notFound, Refusal } from '#lib/kernel/refusal.ts';
import type { Identity, NewIdentity } from '#lib/ports/identity.ts';

type Options = { client: CognitoIdentityProviderClient; userPoolId: string; clock: Clock };

/** Milliseconds after which nobody is still putting a new account into its organisation. */
const unfinishedAfter = 60_000;

const asRefusal = (error: unknown): unknown => {
  if (error instanceof UsernameExistsException) return addressTaken();
  if (error instanceof InvalidPasswordException) {
    return badRequest(error.message, { field: 'password' });
  }
  return error;
};

/** Text that is no address stays as it is and matches no account. */
const usernameOf = (email: string): string => emailAddress.safeParse(email).data ?? email;

const subIn = (attributes: AttributeType[] = []): string => {
  const sub = attributes.find(({ Name }) => Name === 'sub')?.Value;
  if (!sub) throw new Error('Cognito knows a user without a sub.');
  return sub;
};

/** The accounts of a Cognito user pool whose user names are the e-mail addresses themselves. */
export const openIdentity = ({ client, userPoolId: UserPoolId, clock }: Options): Identity => {
  const find = async (Username: string) => {
    const account = { UserPoolId, Username };
    try {
      const user = await client.send(new AdminGetUserCommand(account));
      const { Groups = [] } = await client.send(new AdminListGroupsForUserCommand(account));
      const [tenantId] = Groups.flatMap(({ GroupName = '' }) =>
        GroupName.startsWith('org_') ? [GroupName] : [],
      );
      const isInvited = user.UserStatus === 'FORCE_CHANGE_PASSWORD';
      const madeAt = user.UserCreateDate?.getTime() ?? clock();
      return { sub: subIn(user.UserAttributes), tenantId, isInvited, madeAt };
    } catch (error) {
      if (error instanceof UserNotFoundException) return undefined;
      throw error;
    }
  };

  /** Removes what a call has left that was killed before it put the account anywhere. */
  const clear = async (Username: string): Promise<boolean> => {
    const found = await find(Username);
    if (!found) return true;
    const { tenantId, isInvited, madeAt } = found;
    if (tenantId !== undefined || !isInvited || clock() - madeAt < unfinishedAfter) return false;
    await client.send(new AdminDeleteUserCommand({ UserPoolId, Username }));
    return true;
  };

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
      return subIn(User?.Attributes);
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
      const sub = await makeUser(username, user).catch(async (error: unknown) => {
        if (!(error instanceof Refusal && error.status === 409)) throw error;
        if (!(await clear(username))) throw error;
        return makeUser(username, user);
      });
      await admit(username, user);
      return { sub };
    },

    findUser: async (email) => {
      const { sub, tenantId } = (await find(usernameOf(email))) ?? {};
      if (sub === undefined) return undefined;
      return tenantId === undefined ? { sub } : { sub, tenantId };
    },

    resetPassword: async (email, password) => {
      const account = { UserPoolId, Username: usernameOf(email) };
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
      const account = { UserPoolId, Username: usernameOf(email) };
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
