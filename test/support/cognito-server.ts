import { openAccounts } from '#lib/local/identity/accounts.ts';
import { problemWithPassword } from '#lib/local/identity/password-policy.ts';
import { openSoftwareTokens } from '#lib/local/identity/software-tokens.ts';
import { openSessions } from '#lib/local/identity/sessions.ts';
import { clientId, poolId, sealingKey, type TestPool } from './identity-pool.ts';
import { awsError, type Loopback, type LoopbackAnswer, openLoopback } from './loopback.ts';

type Attribute = { Name: string; Value: string };
type Fields = {
  UserPoolId: string;
  Username: string;
  GroupName: string;
  TemporaryPassword: string;
  MessageAction: string;
  UserAttributes: Attribute[];
  Password: string;
  Token: string;
  ClientId: string;
  Permanent: boolean;
  SoftwareTokenMfaSettings: { Enabled: boolean; PreferredMfa: boolean };
};

export type CognitoServer = Loopback & {
  /** The operations called, in order. */
  calls: string[];
  /** The operation that fails. */
  failing: string;
};

type User = { attributes: Attribute[]; status: string; madeAt: number; group?: string };
type Operation = (fields: Fields) => Promise<LoopbackAnswer> | LoopbackAnswer;

const ok = (body: object = {}): LoopbackAnswer => ({
  headers: { 'content-type': 'application/x-amz-json-1.1' },
  body: JSON.stringify(body),
});

const valueOf = (attributes: Attribute[], name: string): string =>
  attributes.find(({ Name }) => Name === name)?.Value ?? '';

const operationsOf = (pool: TestPool): Record<string, Operation> => {
  const users = new Map<string, User>();
  const groups: string[] = [];
  const [, poolName = ''] = poolId.split('_');
  const accounts = openAccounts(pool.database, poolName, Buffer.from('decoys'));
  const softwareTokens = openSoftwareTokens(pool.database, sealingKey);
  const sessions = openSessions(pool.database, pool.now);

  /** A user who was invited, or who signed up. */
  const userOf = (Username: string): User | undefined => {
    const storedUser = users.get(Username);
    const found = storedUser ? undefined : accounts.find(Username);
    if (!found) return storedUser;
    const attributes = [{ Name: 'sub', Value: found.sub }];
    return { attributes, status: found.status, madeAt: pool.now() };
  };

  /** Runs an operation for the user that a call names; fails as Cognito does if there is none. */
  const forUser =
    (answer: (user: User, fields: Fields) => LoopbackAnswer): Operation =>
    (fields) => {
      const user = userOf(fields.Username);
      return user ? answer(user, fields) : awsError('UserNotFoundException');
    };

  return {
    CreateGroup({ GroupName }) {
      if (groups.includes(GroupName)) return awsError('GroupExistsException');
      groups.push(GroupName);
      return ok({ Group: { GroupName } });
    },

    // The embedded pool needs the organisation at once: it is the group created last.
    async AdminCreateUser({ Username, TemporaryPassword, MessageAction, UserAttributes }) {
      if (MessageAction !== 'SUPPRESS') return awsError('CodeDeliveryFailureException');
      if (userOf(Username)) return awsError('UsernameExistsException');
      const problem = problemWithPassword(TemporaryPassword);
      if (problem) return awsError('InvalidPasswordException', problem);
      const { sub } = await pool.identity.admin.createUser({
        email: valueOf(UserAttributes, 'email'),
        name: valueOf(UserAttributes, 'name'),
        tenantId: groups.at(-1) ?? '',
        password: TemporaryPassword,
        permanent: false,
      });
      const attributes = [{ Name: 'sub', Value: sub }, ...UserAttributes];
      const status = 'FORCE_CHANGE_PASSWORD';
      users.set(Username, { attributes, status, madeAt: pool.now() });
      return ok({ User: { Username, Attributes: attributes, UserStatus: status } });
    },

    AdminAddUserToGroup: forUser((user, { GroupName }) => {
      if (!groups.includes(GroupName)) return awsError('ResourceNotFoundException');
      user.group = GroupName;
      return ok();
    }),

    AdminGetUser: forUser(({ attributes, status, madeAt }, { Username }) =>
      ok({
        Username,
        UserAttributes: attributes,
        UserCreateDate: madeAt / 1000,
        UserStatus: status,
      }),
    ),

    AdminListGroupsForUser: forUser(({ group }) =>
      ok({ Groups: group === undefined ? [] : [{ GroupName: group }] }),
    ),

    AdminSetUserPassword: forUser((user, { Username, Password, Permanent }) => {
      const problem = problemWithPassword(Password);
      if (problem) return awsError('InvalidPasswordException', problem);
      const status = Permanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD';
      user.status = status;
      accounts.setPassword(Username, Password, status);
      return ok();
    }),

    AdminSetUserMFAPreference: forUser(
      (_user, { Username, SoftwareTokenMfaSettings: settings }) => {
        const account = accounts.find(Username);
        const setting = { enabled: settings.Enabled, preferred: settings.PreferredMfa };
        // Where a second factor is required, Cognito accepts the call and changes nothing.
        if (account && !pool.demandsSecondFactor) softwareTokens.prefer(account, setting);
        return ok();
      },
    ),

    AdminDeleteSoftwareToken: forUser((_user, { Username }) => {
      const account = accounts.find(Username);
      if (!account || !softwareTokens.of(account)) return awsError('ResourceNotFoundException');
      softwareTokens.forget(account);
      return ok();
    }),

    RevokeToken({ Token, ClientId }) {
      const session = ClientId === clientId ? sessions.byRefreshToken(Token) : undefined;
      if (!session) return awsError('NotAuthorizedException', 'Invalid Refresh Token');
      sessions.end(session.id, session.username);
      return ok();
    },

    AdminUserGlobalSignOut: forUser((_user, { Username }) => {
      sessions.endAll(Username);
      return ok();
    }),

    AdminDeleteUser: forUser((_user, { Username }) => {
      users.delete(Username);
      sessions.endAll(Username);
      accounts.remove(Username);
      return ok();
    }),
  };
};

/**
 * Implements the administration of a Cognito user pool, as far as the adapter uses it, over a test
 * pool.
 */
export const openCognito = async (pool: TestPool): Promise<CognitoServer> => {
  const operations = operationsOf(pool);
  const calls: string[] = [];
  const loopback = await openLoopback(async ({ headers, body }) => {
    const target = String(headers['x-amz-target']);
    const name = target.replace('AWSCognitoIdentityProviderService.', '');
    const operation = operations[name];
    calls.push(name);
    if (name === server.failing) return awsError('TooManyRequestsException');
    return operation ? operation(JSON.parse(body.toString())) : awsError('UnknownOperation');
  });
  const server: CognitoServer = { ...loopback, calls, failing: '' };
  return server;
};
