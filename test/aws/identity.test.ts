import {
  AdminCreateUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { openIdentity } from '#lib/aws/identity.ts';
import { identityContract } from '#test/contract/identity.contract.ts';
import { type CognitoServer, openCognito } from '#test/support/cognito-server.ts';
import { ada, clientId, openTestPool, poolId, type TestPool } from '#test/support/identity-pool.ts';
import { clientOf } from '#test/support/loopback.ts';

const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const openAdapter = async (pool: TestPool) => {
  const server = await openCognito(pool);
  const client = new CognitoIdentityProviderClient(clientOf(server));
  closers.push(() => client.destroy(), server.close);
  return {
    client,
    server,
    identity: openIdentity({ client, userPoolId: poolId, clientId, clock: pool.now }),
  };
};

identityContract('Cognito', async (pool) => (await openAdapter(pool)).identity);

describe('an account that Cognito created only partly', () => {
  let pool: TestPool;
  let client: CognitoIdentityProviderClient;
  let server: CognitoServer;
  let identity: ReturnType<typeof openIdentity>;

  beforeEach(async () => {
    pool = await openTestPool();
    closers.push(() => pool.close());
    ({ client, server, identity } = await openAdapter(pool));
  });

  it.each(['AdminAddUserToGroup', 'AdminSetUserPassword'])(
    'is removed again when %s fails',
    async (operation) => {
      server.failing = operation;
      await expect(identity.createUser(ada)).rejects.toMatchObject({
        name: 'TooManyRequestsException',
      });
      expect(server.calls.at(-1)).toBe('AdminDeleteUser');
    },
  );

  describe('left by a killed call', () => {
    beforeEach(() =>
      client.send(
        new AdminCreateUserCommand({
          UserPoolId: poolId,
          Username: ada.email,
          TemporaryPassword: ada.password,
          MessageAction: 'SUPPRESS',
          UserAttributes: [{ Name: 'email', Value: ada.email }],
        }),
      ),
    );

    it('has no organisation and keeps its address for a minute', async () => {
      expect(await identity.findUser(ada.email)).toEqual({ sub: expect.any(String) });
      pool.advance(59_000);
      await expect(identity.createUser(ada)).rejects.toMatchObject({ status: 409 });
    });

    it('is replaced after a minute', async () => {
      pool.advance(61_000);
      const { sub } = await identity.createUser(ada);
      expect(await identity.findUser(ada.email)).toEqual({ sub, tenantId: ada.tenantId });
      expect((await pool.tokens(ada.email, ada.password)).AccessToken).toEqual(expect.any(String));
    });
  });

  it('does not block the account of another person of the organisation', async () => {
    server.failing = 'AdminAddUserToGroup';
    await expect(identity.createUser(ada)).rejects.toThrow();
    server.failing = '';
    const { sub } = await identity.createUser({ ...ada, email: 'grace@example.com' });
    const { body } = await pool.signIn('grace@example.com', ada.password);
    const token = await pool.verify(body.AuthenticationResult?.AccessToken ?? '');
    expect(token).toMatchObject({ sub, tenantId: ada.tenantId });
  });
});
