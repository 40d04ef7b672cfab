import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { openIdentity } from '#lib/aws/identity.ts';
import { identityContract } from '#test/contract/identity.contract.ts';
import { type CognitoServer, openCognito } from '#test/support/cognito-server.ts';
import { ada, openTestPool, poolId, type TestPool } from '#test/support/identity-pool.ts';
import { clientOf } from '#test/support/loopback.ts';

const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const openAdapter = async (pool: TestPool) => {
  const server = await openCognito(pool);
  const client = new CognitoIdentityProviderClient(clientOf(server));
  closers.push(() => client.destroy(), server.close);
  return { server, identity: openIdentity({ client, userPoolId: poolId }) };
};

identityContract('Cognito', async (pool) => (await openAdapter(pool)).identity);

describe('an account that Cognito made only in part', () => {
  let pool: TestPool;
  let server: CognitoServer;
  let identity: ReturnType<typeof openIdentity>;

  beforeEach(async () => {
    pool = await openTestPool();
    closers.push(() => pool.close());
    ({ server, identity } = await openAdapter(pool));
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

  it('does not stand in the way of a second person of the organisation', async () => {
    server.failing = 'AdminAddUserToGroup';
    await expect(identity.createUser(ada)).rejects.toThrow();
    server.failing = '';
    const { sub } = await identity.createUser({ ...ada, email: 'grace@example.com' });
    const { body } = await pool.signIn('grace@example.com', ada.password);
    const token = await pool.verify(body.AuthenticationResult?.AccessToken ?? '');
    expect(token).toMatchObject({ sub, tenantId: ada.tenantId });
  });
});
