import type { Identity } from '#lib/ports/identity.ts';
import { appCode } from '#test/support/authenticator-app.ts';
import type { TestPool } from '#test/support/identity-pool.ts';
import { ada, clientId, codeIn, openTestPool } from '#test/support/identity-pool.ts';

/** Opens the adapter over a running user pool. */
export type OpenAdapter = (pool: TestPool) => Promise<Identity>;

/** The behaviour that every identity adapter must have. */
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

    it('requires a new password first if the given one is temporary', async () => {
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
      'refuses %s a second time and keeps the first account unchanged',
      async (email) => {
        await identity.createUser(ada);
        const secondCreation = identity.createUser({ ...ada, email, password: 'Other-horse2' });
        await expect(secondCreation).rejects.toMatchObject({
          status: 409,
          extra: { field: 'email' },
        });
        expect((await pool.signIn(ada.email, ada.password)).status).toBe(200);
      },
    );

    it('finds the account of an address', async () => {
      const { sub } = await identity.createUser(ada);
      expect(await identity.findUser(ada.email)).toEqual({ sub, tenantId: ada.tenantId });
      expect(await identity.findUser('ADA@example.com')).toEqual({ sub, tenantId: ada.tenantId });
      expect(await identity.findUser('eve@example.com')).toBeUndefined();
      expect(await identity.findUser('__proto__')).toBeUndefined();
    });

    it.each(['', 'ada', 'ada@example', 'a da@example.com', 'ad\u00e4@example.com', '\u212Aa@b.io'])(
      'refuses %j as an address',
      async (email) => {
        const creation = identity.createUser({ ...ada, email });
        await expect(creation).rejects.toMatchObject({ status: 400, extra: { field: 'email' } });
      },
    );

    it.each(['Sh0rt-a', 'no-upper-1', 'NO-LOWER-1', 'No-digit-a', 'NoSpecial1'])(
      'refuses %j as a password',
      async (password) => {
        const creation = identity.createUser({ ...ada, password });
        await expect(creation).rejects.toMatchObject({ status: 400, extra: { field: 'password' } });
      },
    );

    describe('an address with which a stranger has signed up', () => {
      const strangerPassword = 'Their-horse9';
      const confirm = (ConfirmationCode: string) => {
        const code = { ClientId: clientId, Username: ada.email, ConfirmationCode };
        return pool.call('ConfirmSignUp', code);
      };

      beforeEach(async () => {
        await pool.close();
        pool = await openTestPool(':memory:', { foundOrganisation: async () => 'org_2' });
        identity = await openAdapter(pool);
        const attributes = { email: ada.email, name: 'Eve', 'custom:organisation': 'Globex' };
        const { status } = await pool.call('SignUp', {
          ClientId: clientId,
          Username: ada.email,
          Password: strangerPassword,
          UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
        });
        expect(status).toBe(200);
      });

      it("can be invited, which invalidates the stranger's password and code", async () => {
        const { sub } = await identity.createUser(ada);
        expect(await identity.findUser(ada.email)).toEqual({ sub, tenantId: ada.tenantId });
        expect((await pool.signIn(ada.email, strangerPassword)).body.__type).toBe(
          'NotAuthorizedException',
        );
        await confirm(codeIn(pool.mails));
        const { AccessToken } = await pool.tokens(ada.email, ada.password);
        expect(await pool.verify(AccessToken)).toMatchObject({ sub, tenantId: ada.tenantId });
      });

      it('is refused once the stranger has confirmed the address', async () => {
        expect((await confirm(codeIn(pool.mails))).status).toBe(200);
        await expect(identity.createUser(ada)).rejects.toMatchObject({ status: 409 });
        expect((await pool.tokens(ada.email, strangerPassword)).AccessToken).toEqual(
          expect.any(String),
        );
      });
    });

    describe('a password that an administrator has set', () => {
      const adminPassword = 'Other-horse2';
      let refreshToken: string;

      beforeEach(async () => {
        await identity.createUser(ada);
        ({ RefreshToken: refreshToken } = await pool.tokens(ada.email, ada.password));
        await identity.resetPassword('Ada@example.com', adminPassword);
      });

      it('lets the person in after choosing a new password', async () => {
        const { body } = await pool.signIn(ada.email, adminPassword);
        expect(body.ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
        const response = await pool.call('RespondToAuthChallenge', {
          ClientId: clientId,
          ChallengeName: 'NEW_PASSWORD_REQUIRED',
          Session: body.Session,
          ChallengeResponses: { USERNAME: ada.email, NEW_PASSWORD: 'Third-horse3' },
        });
        expect(response.status).toBe(200);
        expect((await pool.tokens(ada.email, 'Third-horse3')).AccessToken).toEqual(
          expect.any(String),
        );
      });

      it('replaces the old password, and ends the sessions of the account', async () => {
        expect((await pool.signIn(ada.email, ada.password)).body.__type).toBe(
          'NotAuthorizedException',
        );
        expect((await pool.refresh(refreshToken)).body.__type).toBe('NotAuthorizedException');
      });

      it('can be set again', async () => {
        await identity.resetPassword(ada.email, adminPassword);
        const { body } = await pool.signIn(ada.email, adminPassword);
        expect(body.ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
      });

      it('is refused when it is weak, or when the account is unknown', async () => {
        const weak = identity.resetPassword(ada.email, 'weak');
        await expect(weak).rejects.toMatchObject({ status: 400, extra: { field: 'password' } });
        const unknown = identity.resetPassword('eve@example.com', adminPassword);
        await expect(unknown).rejects.toMatchObject({ status: 404 });
      });
    });

    it('removes the authenticator app of an account, which may be set up again', async () => {
      await identity.createUser(ada);
      const setUp = async (AccessToken: string) => {
        const { SecretCode = '' } = (await pool.call('AssociateSoftwareToken', { AccessToken }))
          .body;
        const UserCode = appCode(SecretCode, pool.now());
        expect((await pool.call('VerifySoftwareToken', { AccessToken, UserCode })).status).toBe(
          200,
        );
        const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
        await pool.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings });
        const { body } = await pool.signIn(ada.email, ada.password);
        expect(body.ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
      };
      const { AccessToken } = await pool.tokens(ada.email, ada.password);
      await setUp(AccessToken);
      await identity.forgetSecondFactor('Ada@example.com');
      const newTokens = await pool.tokens(ada.email, ada.password);
      const lost = {
        AccessToken: newTokens.AccessToken,
        SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
      };
      expect((await pool.call('SetUserMFAPreference', lost)).status).toBe(400);
      await identity.forgetSecondFactor(ada.email);
      await setUp(newTokens.AccessToken);
      const unknown = identity.forgetSecondFactor('eve@example.com');
      await expect(unknown).rejects.toMatchObject({ status: 404 });
    });

    it('requires a new app after a removal where an app is required', async () => {
      await pool.close();
      pool = await openTestPool(':memory:', { demandsSecondFactor: true });
      identity = await openAdapter(pool);
      await identity.createUser(ada);
      const setUp = async () => {
        const { body } = await pool.signIn(ada.email, ada.password);
        expect(body.ChallengeName).toBe('MFA_SETUP');
        const { Session } = body;
        const { SecretCode = '' } = (await pool.call('AssociateSoftwareToken', { Session })).body;
        const UserCode = appCode(SecretCode, pool.now());
        expect((await pool.call('VerifySoftwareToken', { Session, UserCode })).status).toBe(200);
      };
      await identity.forgetSecondFactor(ada.email);
      await setUp();
      const { body } = await pool.signIn(ada.email, ada.password);
      expect(body.ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
      await identity.forgetSecondFactor(ada.email);
      await setUp();
    });

    it('ends one session of an account and no other', async () => {
      await identity.createUser(ada);
      const [firstTokens, secondTokens] = [
        await pool.tokens(ada.email, ada.password),
        await pool.tokens(ada.email, ada.password),
      ];
      const { session: id = '' } = await pool.verify(firstTokens.AccessToken);
      await identity.endSession('Ada@example.com', { id, refreshToken: firstTokens.RefreshToken });
      expect((await pool.refresh(firstTokens.RefreshToken)).body.__type).toBe(
        'NotAuthorizedException',
      );
      expect((await pool.refresh(secondTokens.RefreshToken)).status).toBe(200);
    });

    it('keeps the excepted session when it ends the others', async () => {
      await identity.createUser(ada);
      const tokens = await pool.tokens(ada.email, ada.password);
      const { session = '' } = await pool.verify(tokens.AccessToken);
      await identity.endSessions('Ada@example.com', session);
      expect((await pool.refresh(tokens.RefreshToken)).status).toBe(200);
    });

    it('ends every session of an account, which can sign in again', async () => {
      await identity.createUser(ada);
      const { RefreshToken } = await pool.tokens(ada.email, ada.password);
      await identity.endSessions('Ada@example.com');
      expect((await pool.refresh(RefreshToken)).body.__type).toBe('NotAuthorizedException');
      expect((await pool.signIn(ada.email, ada.password)).status).toBe(200);
      await identity.endSessions('eve@example.com');
    });

    describe('a deleted account', () => {
      const newAccount = { ...ada, tenantId: 'org_2', password: 'Other-horse2' };
      let sub: string;
      let refreshToken: string;

      beforeEach(async () => {
        ({ sub } = await identity.createUser(ada));
        ({ RefreshToken: refreshToken } = await pool.tokens(ada.email, ada.password));
        await identity.deleteUser('Ada@example.com');
      });

      it('cannot sign in, and its sessions have ended', async () => {
        const { status } = await pool.signIn(ada.email, ada.password);
        expect(status).toBe(400);
        expect((await pool.refresh(refreshToken)).body.__type).toBe('NotAuthorizedException');
        expect(await identity.findUser(ada.email)).toBeUndefined();
      });

      it('may be deleted again', async () => {
        await identity.deleteUser(ada.email);
        await identity.deleteUser('eve@example.com');
      });

      it('releases its address, without giving rights to the next account', async () => {
        const next = await identity.createUser(newAccount);
        expect(next.sub).not.toBe(sub);
        expect((await pool.signIn(ada.email, ada.password)).status).toBe(400);
        expect((await pool.refresh(refreshToken)).status).toBe(400);
        const { AccessToken } = await pool.tokens(ada.email, newAccount.password);
        expect(await pool.verify(AccessToken)).toMatchObject({ sub: next.sub, tenantId: 'org_2' });
      });
    });
  });
}
