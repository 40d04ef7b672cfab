import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminSetUserPasswordCommand,
  CreateGroupCommand,
  GroupExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { Refusal } from '#lib/kernel/refusal.ts';
import type { NewIdentity } from '#lib/ports/identity.ts';
import { asRefusal, findAccount, subIn, type UserPool } from './user-pool.ts';

/** After so many ms, nobody can still be adding a new account to its organisation. */
const unfinishedAfterMs = 60_000;

/**
 * Frees an address: deletes a sign-up that was never confirmed, or an account left by a call that
 * died before adding it to an organisation. Returns false if any other account has the address.
 */
const freeAddress = async (pool: UserPool, Username: string): Promise<boolean> => {
  const { client, userPoolId: UserPoolId, clock } = pool;
  const found = await findAccount(pool, Username);
  if (!found) return true;
  const { tenantId, isInvited, isUnconfirmed, madeAt } = found;
  const isUnfinished = isInvited && clock() - madeAt >= unfinishedAfterMs;
  if (tenantId !== undefined || !(isUnconfirmed || isUnfinished)) return false;
  await client.send(new AdminDeleteUserCommand({ UserPoolId, Username }));
  return true;
};

const createGroup = async ({ client, userPoolId: UserPoolId }: UserPool, GroupName: string) => {
  try {
    await client.send(new CreateGroupCommand({ UserPoolId, GroupName }));
  } catch (error) {
    if (!(error instanceof GroupExistsException)) throw error;
  }
};

const createPoolUser = async (
  { client, userPoolId: UserPoolId }: UserPool,
  Username: string,
  user: NewIdentity,
): Promise<string> => {
  try {
    const { User } = await client.send(
      new AdminCreateUserCommand({
        UserPoolId,
        Username,
        TemporaryPassword: user.password,
        // The product sends its own invitation.
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

const addToOrganisation = async (
  { client, userPoolId: UserPoolId }: UserPool,
  Username: string,
  user: NewIdentity,
): Promise<void> => {
  const account = { UserPoolId, Username };
  try {
    await client.send(new AdminAddUserToGroupCommand({ ...account, GroupName: user.tenantId }));
    if (!user.permanent) return;
    const choice = { ...account, Password: user.password, Permanent: true };
    await client.send(new AdminSetUserPasswordCommand(choice));
  } catch (error) {
    // An account without an organisation would be useless, and would keep the address taken.
    await client.send(new AdminDeleteUserCommand(account));
    throw asRefusal(error);
  }
};

/** Creates an account in the group that names its organisation; returns its `sub`. */
export const createAccount = async (
  pool: UserPool,
  username: string,
  user: NewIdentity,
): Promise<string> => {
  await createGroup(pool, user.tenantId);
  const sub = await createPoolUser(pool, username, user).catch(async (error: unknown) => {
    if (!(error instanceof Refusal && error.status === 409)) throw error;
    if (!(await freeAddress(pool, username))) throw error;
    return createPoolUser(pool, username, user);
  });
  await addToOrganisation(pool, username, user);
  return sub;
};
