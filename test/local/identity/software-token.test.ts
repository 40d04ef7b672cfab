import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { appCode, secretBytes } from '#test/support/authenticator-app.ts';
import type { Answer, TestPool } from '#test/support/identity-pool.ts';
import { ada, clientId, codeIn, openTestPool } from '#test/support/identity-pool.ts';
import { signInBySrp } from '#test/support/srp-client.ts';

const { email, password } = ada;
const MINUTE = 60_000;

let folder: string;
let pool: TestPool;

const open = () => openTestPool(join(folder, 'ledger.sqlite'));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tokens-'));
  pool = await open();
  await pool.identity.admin.createUser(ada);
});

afterEach(async () => {
  await pool.close();
  rmSync(folder, { recursive: true });
});

const errorTypeOf = async (answer: Promise<Answer>) => {
  const { __type: type } = (await answer).body;
  return type;
};
const requestSecret = async (AccessToken: string) => {
  const { body } = await pool.call('AssociateSoftwareToken', { AccessToken });
  return body.SecretCode ?? '';
};
const verify = (AccessToken: string, UserCode: string) =>
  pool.call('VerifySoftwareToken', { AccessToken, UserCode });
const prefer = (AccessToken: string, settings: object) =>
  pool.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings: settings });
const factorsOf = async (AccessToken: string) => {
  const body = Object((await pool.call('GetUser', { AccessToken })).body);
  return [body.UserMFASettingList, body.PreferredMfaSetting];
};

/** Sets up an app and uses its latest code; returns its secret and the user's access token. */
const setUp = async () => {
  const { AccessToken } = await pool.tokens(email, password);
  const secret = await requestSecret(AccessToken);
  expect((await verify(AccessToken, appCode(secret, pool.now()))).body).toEqual({
    Status: 'SUCCESS',
  });
  await prefer(AccessToken, { Enabled: true, PreferredMfa: true });
  pool.advance(MINUTE);
  return { secret, AccessToken };
};

const respond = (Session: string | undefined, code: string, from?: string) =>
  pool.call(
    'RespondToAuthChallenge',
    {
      ClientId: clientId,
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session,
      ChallengeResponses: { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: code },
    },
    from,
  );

const beginSignIn = async (from?: string) => {
  const { body } = await pool.signIn(email, password, from);
  expect(body).toMatchObject({
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
    ChallengeParameters: { USER_ID_FOR_SRP: email },
  });
  expect(body.AuthenticationResult).toBeUndefined();
  return body.Session;
};

const wrongCodeFor = (code: string) => (code === '000000' ? '000001' : '000000');

describe('setting up an authenticator app', () => {
  it('offers a different secret of 160 bits each time', async () => {
    const { AccessToken } = await pool.tokens(email, password);
    const [one, other] = [await requestSecret(AccessToken), await requestSecret(AccessToken)];
    expect(one).toMatch(/^[A-Z2-7]{32}$/);
    expect(other).not.toBe(one);
    expect(await factorsOf(AccessToken)).toEqual([undefined, undefined]);
  });

  it('ends with a correct code, and takes effect once it is switched on', async () => {
    const { AccessToken } = await pool.tokens(email, password);
    const secret = await requestSecret(AccessToken);
    const code = appCode(secret, pool.now());
    expect(await errorTypeOf(verify(AccessToken, wrongCodeFor(code)))).toBe(
      'EnableSoftwareTokenMFAException',
    );
    expect((await verify(AccessToken, code)).status).toBe(200);
    await expect(pool.tokens(email, password)).resolves.toBeDefined();
    await prefer(AccessToken, { Enabled: true });
    expect(await factorsOf(AccessToken)).toEqual([['SOFTWARE_TOKEN_MFA'], undefined]);
    await beginSignIn();
  });

  it('must be started first, and expires after a quarter of an hour', async () => {
    const { AccessToken } = await pool.tokens(email, password);
    expect(await errorTypeOf(verify(AccessToken, '123456'))).toBe(
      'SoftwareTokenMFANotFoundException',
    );
    const secret = await requestSecret(AccessToken);
    pool.advance(15 * MINUTE);
    expect(await errorTypeOf(verify(AccessToken, appCode(secret, pool.now())))).toBe(
      'SoftwareTokenMFANotFoundException',
    );
  });

  it('again keeps the old app valid until the new one has shown a code', async () => {
    const { secret, AccessToken } = await setUp();
    const next = await requestSecret(AccessToken);
    const first = await respond(await beginSignIn(), appCode(secret, pool.now()));
    expect(first.status).toBe(200);
    await verify(AccessToken, appCode(next, pool.now()));
    pool.advance(MINUTE);
    const session = await beginSignIn();
    expect(await errorTypeOf(respond(session, appCode(secret, pool.now())))).toBe(
      'CodeMismatchException',
    );
    expect((await respond(session, appCode(next, pool.now()))).status).toBe(200);
  });

  it.each([
    ['no app', { SoftwareTokenMfaSettings: { Enabled: true } }],
    ['text messages', { SMSMfaSettings: { Enabled: true, PreferredMfa: true } }],
    ['codes by mail', { EmailMfaSettings: { Enabled: true } }],
  ])('refuses to switch on %s', async (_, settings) => {
    const { AccessToken } = await pool.tokens(email, password);
    const answer = pool.call('SetUserMFAPreference', { AccessToken, ...settings });
    expect(await errorTypeOf(answer)).toBe('InvalidParameterException');
    await expect(pool.tokens(email, password)).resolves.toBeDefined();
  });

  it('is refused with a token of a revoked session', async () => {
    const { secret, AccessToken } = await setUp();
    await pool.call('GlobalSignOut', { AccessToken });
    const calls = [
      pool.call('AssociateSoftwareToken', { AccessToken }),
      verify(AccessToken, appCode(secret, pool.now())),
      prefer(AccessToken, { Enabled: false }),
    ];
    for (const answer of await Promise.all(calls)) {
      expect(answer.body).toMatchObject({ __type: 'NotAuthorizedException' });
    }
    await beginSignIn();
  });
});

describe('a sign-in with an authenticator app', () => {
  it('asks for a code after the password, and accepts each code once', async () => {
    const { secret, AccessToken } = await setUp();
    expect(await factorsOf(AccessToken)).toEqual([['SOFTWARE_TOKEN_MFA'], 'SOFTWARE_TOKEN_MFA']);
    const code = appCode(secret, pool.now());
    const [one, other] = [await beginSignIn(), await beginSignIn()];
    const { body } = await respond(one, code);
    expect(body.AuthenticationResult?.RefreshToken).toBeDefined();
    expect(await pool.verify(body.AuthenticationResult?.AccessToken ?? '')).toMatchObject({
      username: email,
    });
    expect(await errorTypeOf(respond(other, code))).toBe('ExpiredCodeException');
    expect(await errorTypeOf(respond(one, appCode(secret, pool.now(), 1)))).toBe(
      'NotAuthorizedException',
    );
    expect((await respond(other, appCode(secret, pool.now(), 1))).status).toBe(200);
    expect(await errorTypeOf(respond(await beginSignIn(), appCode(secret, pool.now())))).toBe(
      'ExpiredCodeException',
    );
  });

  it('accepts the same code only once from two concurrent sign-ins', async () => {
    const { secret } = await setUp();
    const sessions = [await beginSignIn(), await beginSignIn()];
    const code = appCode(secret, pool.now());
    const answers = await Promise.all(sessions.map((session) => respond(session, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('asks for a code after the proof by SRP', async () => {
    const { secret } = await setUp();
    const { answer } = await signInBySrp(pool, email, password);
    expect(answer.body.ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
    expect((await respond(answer.body.Session, appCode(secret, pool.now()))).status).toBe(200);
  });

  it('asks for a code after choosing a new password', async () => {
    const { secret } = await setUp();
    await pool.identity.admin.resetPassword(email, 'Given-horse2');
    const { body } = await pool.signIn(email, 'Given-horse2');
    const response = await pool.call('RespondToAuthChallenge', {
      ClientId: clientId,
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session: body.Session,
      ChallengeResponses: { USERNAME: email, NEW_PASSWORD: 'Newer-horse2' },
    });
    expect(response.body.ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
    expect(response.body.AuthenticationResult).toBeUndefined();
    expect((await respond(response.body.Session, appCode(secret, pool.now()))).status).toBe(200);
  });

  it('ends after three minutes, five wrong codes or a new password', async () => {
    const { secret } = await setUp();
    const lateSession = await beginSignIn();
    pool.advance(3 * MINUTE);
    expect(await errorTypeOf(respond(lateSession, appCode(secret, pool.now())))).toBe(
      'NotAuthorizedException',
    );
    const secondSession = await beginSignIn();
    const wrongCode = wrongCodeFor(appCode(secret, pool.now()));
    for (let guess = 0; guess < 5; guess += 1) {
      expect(await errorTypeOf(respond(secondSession, wrongCode))).toBe('CodeMismatchException');
    }
    expect(await errorTypeOf(respond(secondSession, appCode(secret, pool.now())))).toBe(
      'NotAuthorizedException',
    );
    const outdated = await beginSignIn();
    await pool.call('ForgotPassword', { ClientId: clientId, Username: email });
    const recovery = { ConfirmationCode: codeIn(pool.mails), Password: 'Newer-horse2' };
    await pool.call('ConfirmForgotPassword', { ClientId: clientId, Username: email, ...recovery });
    expect(await errorTypeOf(respond(outdated, appCode(secret, pool.now())))).toBe(
      'NotAuthorizedException',
    );
    expect((await pool.signIn(email, 'Newer-horse2')).body.ChallengeName).toBe(
      'SOFTWARE_TOKEN_MFA',
    );
  });

  it('is valid for its account only', async () => {
    await setUp();
    await pool.identity.admin.createUser({ ...ada, email: 'bob@example.com' });
    const Session = await beginSignIn();
    const answer = await pool.call('RespondToAuthChallenge', {
      ClientId: clientId,
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session,
      ChallengeResponses: { USERNAME: 'bob@example.com', SOFTWARE_TOKEN_MFA_CODE: '123456' },
    });
    expect(answer.body).toMatchObject({ __type: 'NotAuthorizedException' });
    await expect(pool.tokens('bob@example.com', password)).resolves.toBeDefined();
  });

  it('allows twenty guesses an hour, from any number of addresses', async () => {
    const { secret } = await setUp();
    let evaluated = 0;
    for (let round = 0; round < 12; round += 1) {
      const session = await beginSignIn(`203.0.113.${round}`);
      const wrongCode = wrongCodeFor(appCode(secret, pool.now()));
      for (let guess = 0; guess < 4; guess += 1) {
        const { status } = await respond(session, wrongCode, `203.0.113.${round}`);
        if (status !== 429) evaluated += 1;
      }
      pool.advance(MINUTE);
    }
    expect(evaluated).toBe(20);
    expect((await respond(await beginSignIn(), appCode(secret, pool.now()))).status).toBe(429);
    pool.advance(60 * MINUTE);
    expect((await respond(await beginSignIn(), appCode(secret, pool.now()))).status).toBe(200);
  });

  it('asks for no code while the app is switched off', async () => {
    const { secret, AccessToken } = await setUp();
    await prefer(AccessToken, { Enabled: false });
    expect(await factorsOf(AccessToken)).toEqual([undefined, undefined]);
    await expect(pool.tokens(email, password)).resolves.toBeDefined();
    await prefer(AccessToken, { Enabled: true, PreferredMfa: false });
    expect((await respond(await beginSignIn(), appCode(secret, pool.now()))).status).toBe(200);
  });

  it('does not ask for the app of a deleted account with the same name', async () => {
    await setUp();
    await pool.identity.admin.deleteUser(email);
    await pool.identity.admin.createUser(ada);
    await expect(pool.tokens(email, password)).resolves.toBeDefined();
  });
});

describe('an authenticator app in the data folder', () => {
  it('stays set up across a restart, together with its used codes', async () => {
    const { secret } = await setUp();
    const code = appCode(secret, pool.now());
    await respond(await beginSignIn(), code);
    const now = pool.now();
    await pool.close();
    pool = await open();
    pool.advance(now - pool.now());
    const session = await beginSignIn();
    expect(await errorTypeOf(respond(session, code))).toBe('ExpiredCodeException');
    expect((await respond(session, appCode(secret, pool.now(), 1))).status).toBe(200);
  });

  it('has a sealed secret that opens for its own account only', async () => {
    const { secret } = await setUp();
    await pool.identity.admin.createUser({ ...ada, email: 'bob@example.com' });
    const bytes = secretBytes(secret);
    const spellings = [secret, bytes, bytes.toString('base64url'), bytes.toString('hex')];
    for (const file of readdirSync(folder)) {
      const content = readFileSync(join(folder, file));
      expect(spellings.filter((spelling) => content.includes(spelling))).toEqual([]);
    }
    const database = new DatabaseSync(join(folder, 'ledger.sqlite'));
    database.exec("update identity_software_tokens set username = 'bob@example.com'");
    database.close();
    const stolen = pool.identity.handle(
      'AWSCognitoIdentityProviderService.InitiateAuth',
      {
        AuthFlow: 'USER_PASSWORD_AUTH',
        ClientId: clientId,
        AuthParameters: { USERNAME: 'bob@example.com', PASSWORD: password },
      },
      '::1',
    );
    await expect(stolen).rejects.toThrow('cannot be opened');
  });
});
