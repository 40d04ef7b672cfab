import { problemWithPassword } from '#lib/local/identity/password-policy.ts';
import { clientId, type TestPool } from './identity-pool.ts';
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
  Permanent: boolean;
};

export type CognitoServer = Loopback & {
  /** The operations called, in order. */
  calls: string[];
  /** The operation of this name fails. */
  failing: string;
};

type User = { temporary: string; group?: string };
type Operation = (fields: Fields) => Promise<LoopbackAnswer> | LoopbackAnswer;

const ok = (body: object = {}): LoopbackAnswer => ({
  headers: { 'content-type': 'application/x-amz-json-1.1' },
  body: JSON.stringify(body),
});

const valueOf = (attributes: Attribute[], name: string): string =>
  attributes.find(({ Name }) => Name === name)?.Value ?? '';

/** Only people can change a password in the embedded pool; so this acts as the person would. */
const setPassword = async (pool: TestPool, user: User, { Username, Password }: Fields) => {
  const { body } = await pool.signIn(Username, user.temporary);
  const chosen = await pool.call('RespondToAuthChallenge', {
    ClientId: clientId,
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session: body.Session,
    ChallengeResponses: { USERNAME: Username, NEW_PASSWORD: `${Password}-interim` },
  });
  const AccessToken = chosen.body.AuthenticationResult?.AccessToken;
  const passwords = { PreviousPassword: `${Password}-interim`, ProposedPassword: Password };
  const changed = await pool.call('ChangePassword', { AccessToken, ...passwords });
  if (changed.status !== 200) throw new Error(`not changed: ${changed.body.message}`);
};

const operationsOf = (pool: TestPool): Record<string, Operation> => {
  const users = new Map<string, User>();
  const groups: string[] = [];

  return {
    CreateGroup({ GroupName }) {
      if (groups.includes(GroupName)) return awsError('GroupExistsException');
      groups.push(GroupName);
      return ok({ Group: { GroupName } });
    },

    // The embedded pool wants to know the organisation at once: it is the group made last.
    async AdminCreateUser({ Username, TemporaryPassword, MessageAction, UserAttributes }) {
      if (MessageAction !== 'SUPPRESS') return awsError('CodeDeliveryFailureException');
      if (users.has(Username)) return awsError('UsernameExistsException');
      const problem = problemWithPassword(TemporaryPassword);
      if (problem) return awsError('InvalidPasswordException', problem);
      const { sub } = await pool.identity.admin.createUser({
        email: valueOf(UserAttributes, 'email'),
        name: valueOf(UserAttributes, 'name'),
        tenantId: groups.at(-1) ?? '',
        password: TemporaryPassword,
        permanent: false,
      });
      users.set(Username, { temporary: TemporaryPassword });
      const Attributes = [{ Name: 'sub', Value: sub }, ...UserAttributes];
      return ok({ User: { Username, Attributes, UserStatus: 'FORCE_CHANGE_PASSWORD' } });
    },

    AdminAddUserToGroup({ Username, GroupName }) {
      const user = users.get(Username);
      if (!user || GroupName !== groups.at(-1)) return awsError('ResourceNotFoundException');
      user.group = GroupName;
      return ok();
    },

    async AdminSetUserPassword(fields) {
      const user = users.get(fields.Username);
      if (!user?.group || !fields.Permanent) return awsError('UserNotFoundException');
      await setPassword(pool, user, fields);
      return ok();
    },

    AdminDeleteUser: ({ Username }) =>
      users.delete(Username) ? ok() : awsError('UserNotFoundException'),
  };
};

/**
 * Speaks the administration of a Cognito user pool, as far as the adapter uses it, over a test
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
