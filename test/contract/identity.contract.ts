import type { Identity } from '#lib/ports/identity.ts';
import type { TestPool } from '#test/support/identity-pool.ts';
import { ada, openTestPool } from '#test/support/identity-pool.ts';

/** Puts the adapter before a user pool that runs. */
export type OpenAdapter = (pool: TestPool) => Promise<Identity>;

/** What every identity adapter does. */
export function identityContract(adapter: string, openAdapter: OpenAdapter): void {
  describe(`the identity port on ${adapter}`, () => {
    let pool: TestPool;
    let identity: Identity;

    beforeEach(async () => {
      pool = await openTestPool();
      identity = await openAdapter(pool);
    });

    afterEach(() => pool.close());

    it('creates an account that signs in for its tenant', async () => {
      const { sub } = await identity.createUser(ada);
      const { body } = await pool.signIn(ada.email, ada.password);
      const token = await pool.verify(body.AuthenticationResult?.AccessToken ?? '');
      expect(token).toMatchObject({ sub, username: ada.email, tenantId: ada.tenantId });
    });

    it('asks for a new password first where the given one is not permanent', async () => {
      await identity.createUser({ ...ada, permanent: false });
      const { body } = await pool.signIn(ada.email, ada.password);
      expect(body.ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
    });

    it('stores the address in lower case', async () => {
      await identity.createUser({ ...ada, email: 'Ada@Example.COM' });
      const { body } = await pool.signIn('ADA@example.com', ada.password);
      const token = await pool.verify(body.AuthenticationResult?.AccessToken ?? '');
      expect(token.username).toBe('ada@example.com');
    });

    it.each(['ada@example.com', 'Ada@Example.com'])(
      'refuses %s a second time and leaves the first account as it is',
      async (email) => {
        await identity.createUser(ada);
        const again = identity.createUser({ ...ada, email, password: 'Other-horse2' });
        await expect(again).rejects.toMatchObject({ status: 409, extra: { field: 'email' } });
        expect((await pool.signIn(ada.email, ada.password)).status).toBe(200);
      },
    );

    it.each(['', 'ada', 'ada@example', 'a da@example.com', 'ad\u00e4@example.com', '\u212Aa@b.io'])(
      'refuses %j as an address',
      async (email) => {
        const refused = identity.createUser({ ...ada, email });
        await expect(refused).rejects.toMatchObject({ status: 400, extra: { field: 'email' } });
      },
    );

    it.each(['Sh0rt-a', 'no-upper-1', 'NO-LOWER-1', 'No-digit-a', 'NoSpecial1'])(
      'refuses %j as a password',
      async (password) => {
        const refused = identity.createUser({ ...ada, password });
        await expect(refused).rejects.toMatchObject({ status: 400, extra: { field: 'password' } });
      },
    );
  });
}
