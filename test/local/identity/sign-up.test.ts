import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SignedUp } from '#lib/domain/onboarding/sign-up.service.ts';
import { eventually } from '#test/support/eventually.ts';
import type { Answer, TestPool } from '#test/support/identity-pool.ts';
import { ada, clientId, codeIn, openTestPool } from '#test/support/identity-pool.ts';
import { signInBySrp } from '#test/support/srp-client.ts';

const { email, name, password } = ada;
const DAY = 24 * 3600_000;

let folder: string;
let pool: TestPool;
/** The users for whom an organisation was created, in order. */
let founded: SignedUp[];
/** Delays the creation of organisations. */
let gate: Promise<void> | undefined;
/** While true, creating an organisation fails. */
let isBroken: boolean;

const open = () =>
  openTestPool(join(folder, 'ledger.sqlite'), {
    foundOrganisation: async (person) => {
      founded.push(person);
      await gate;
      if (isBroken) throw new Error('The process died.');
      return `org_${person.sub}`;
    },
  });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sign-up-'));
  founded = [];
  isBroken = false;
  gate = undefined;
  pool = await open();
});

afterEach(async () => {
  await pool.close();
  rmSync(folder, { recursive: true });
});

const errorTypeOf = async (answer: Promise<Answer>) => {
  const { __type: type } = (await answer).body;
  return type;
};
const attributes = (values: Record<string, string>) =>
  Object.entries(values).map(([Name, Value]) => ({ Name, Value }));
const acme = { email, name, 'custom:organisation': 'Acme' };
const signUp = (change: object = {}, from?: string) =>
  pool.call(
    'SignUp',
    {
      ClientId: clientId,
      Username: email,
      Password: password,
      UserAttributes: attributes(acme),
      ...change,
    },
    from,
  );
const signUpAs = (address: string, from?: string) =>
  signUp({ Username: address, UserAttributes: attributes({ ...acme, email: address }) }, from);
const confirm = (ConfirmationCode: string, Username = email, from?: string) =>
  pool.call('ConfirmSignUp', { ClientId: clientId, Username, ConfirmationCode }, from);
const resend = (Username = email, from?: string) =>
  pool.call('ResendConfirmationCode', { ClientId: clientId, Username }, from);
const wrongCodeFor = (code: string) => (code === '00000000' ? '00000001' : '00000000');

describe('a sign-up', () => {
  it('mails a code that confirms the account and creates its organisation', async () => {
    const { status, body } = await signUp();
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        UserConfirmed: false,
        UserSub: expect.stringMatching(/^[0-9a-f-]{36}$/),
        CodeDeliveryDetails: {
          AttributeName: 'email',
          DeliveryMedium: 'EMAIL',
          Destination: 'a***@e***',
        },
      },
    });
    expect(pool.mails).toMatchObject([
      { to: email, subject: 'Your Cloudwarden confirmation code' },
    ]);
    expect(await confirm(codeIn(pool.mails))).toEqual({ status: 200, body: {} });
    expect(founded).toEqual([{ sub: body.UserSub, email, name, organisation: 'Acme' }]);
    const { AccessToken } = await pool.tokens(email, password);
    expect(await pool.verify(AccessToken)).toMatchObject({
      sub: body.UserSub,
      username: email,
      tenantId: `org_${body.UserSub}`,
    });
  });

  it('cannot sign in before confirmation, and only its password reveals why', async () => {
    await signUp();
    const waits = { __type: 'UserNotConfirmedException', message: 'User is not confirmed.' };
    expect((await pool.signIn(email, password)).body).toEqual(waits);
    expect((await signInBySrp(pool, email, password)).answer.body).toEqual(waits);
    expect(await errorTypeOf(pool.signIn(email, 'Wrong-horse1'))).toBe('NotAuthorizedException');
    expect(founded).toEqual([]);
  });

  it('cannot be confirmed by requesting a new password', async () => {
    await signUp();
    await pool.call('ForgotPassword', { ClientId: clientId, Username: email });
    expect(pool.mails).toHaveLength(1);
    expect(await errorTypeOf(pool.signIn(email, password))).toBe('UserNotConfirmedException');
  });

  it.each([
    ['capitals in the address', { Username: 'Ada@example.com' }],
    ['another address than its name', { UserAttributes: attributes({ ...acme, email: 'b@c.de' }) }],
    ['a name that is not an address', { Username: 'ada' }],
    ['a look-alike letter', { Username: '\u212Aate@example.com' }],
    ['no organisation', { UserAttributes: attributes({ email, name }) }],
    [
      'a blank organisation',
      { UserAttributes: attributes({ ...acme, 'custom:organisation': '  ' }) },
    ],
    [
      'an overlong organisation',
      { UserAttributes: attributes({ ...acme, 'custom:organisation': 'x'.repeat(101) }) },
    ],
    ['no name', { UserAttributes: attributes({ email, 'custom:organisation': 'Acme' }) }],
  ])('is refused with %s, as by the trigger on AWS', async (_, change) => {
    const { status, body } = await signUp(change);
    expect([status, body.__type]).toEqual([400, 'UserLambdaValidationException']);
    expect(body.message).toMatch(/^PreSignUp failed with error [A-Z].+\.$/);
    expect(pool.mails).toEqual([]);
  });

  it.each([
    ['a weak password', { Password: 'weak' }, 'InvalidPasswordException'],
    [
      'an attribute that it may not set',
      { UserAttributes: attributes({ ...acme, email_verified: 'true' }) },
      'NotAuthorizedException',
    ],
    [
      'a tenant of its choice',
      { UserAttributes: attributes({ ...acme, 'custom:tenant_id': 'org_1' }) },
      'NotAuthorizedException',
    ],
    ['no attributes', { UserAttributes: undefined }, 'InvalidParameterException'],
    ['no password', { Password: undefined }, 'InvalidParameterException'],
  ])('is refused with %s', async (_, change, type) => {
    expect(await errorTypeOf(signUp(change))).toBe(type);
    expect(pool.mails).toEqual([]);
  });

  it('is refused for an existing account, and leaves it unchanged', async () => {
    await pool.identity.admin.createUser(ada);
    expect((await signUp({ Password: 'Other-horse2' })).body).toEqual({
      __type: 'UsernameExistsException',
      message: 'User already exists',
    });
    expect(pool.mails).toEqual([]);
    await expect(pool.tokens(email, password)).resolves.toBeDefined();
  });

  it('of a stranger has no effect once the owner of the address signs up', async () => {
    const mallory = { ...acme, name: 'Mallory', 'custom:organisation': 'Evil' };
    const strange = { Password: 'Stranger-horse1', UserAttributes: attributes(mallory) };
    const { body: first } = await signUp(strange, '203.0.113.66');
    const stale = codeIn(pool.mails);
    const { status, body } = await signUp();
    expect([status, body.UserSub === first.UserSub]).toEqual([200, false]);
    expect(await errorTypeOf(confirm(stale))).toBe('CodeMismatchException');
    expect((await confirm(codeIn(pool.mails))).status).toBe(200);
    expect(founded).toEqual([{ sub: body.UserSub, email, name, organisation: 'Acme' }]);
    expect(await errorTypeOf(pool.signIn(email, 'Stranger-horse1'))).toBe('NotAuthorizedException');
    await expect(pool.tokens(email, password)).resolves.toBeDefined();
    expect(await errorTypeOf(signUp(strange, '203.0.113.66'))).toBe('UsernameExistsException');
    await expect(pool.tokens(email, password)).resolves.toBeDefined();
  });

  it('takes effect only once when two are sent for one address', async () => {
    const answers = await Promise.all([signUp(), signUp({ Password: 'Other-horse2' })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await confirm(codeIn(pool.mails));
    const signIns = [await pool.signIn(email, password), await pool.signIn(email, 'Other-horse2')];
    expect(signIns.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('that stays unconfirmed releases its address after a day', async () => {
    await signUp();
    const code = codeIn(pool.mails);
    pool.advance(DAY);
    expect(await errorTypeOf(confirm(code))).toBe('ExpiredCodeException');
    const { status, body } = await signUp({ Password: 'Newer-horse2' });
    expect(status).toBe(200);
    await confirm(codeIn(pool.mails));
    expect(founded.map(({ sub }) => sub)).toEqual([body.UserSub]);
    await expect(pool.tokens(email, 'Newer-horse2')).resolves.toBeDefined();
  });

  it('is refused where people are invited', async () => {
    const invitationOnly = await openTestPool();
    const request = { ClientId: clientId, Username: email, Password: password };
    const { status, body } = await invitationOnly.call('SignUp', {
      ...request,
      UserAttributes: attributes(acme),
    });
    await invitationOnly.close();
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        __type: 'NotAuthorizedException',
        message: 'SignUp is not permitted for this user pool',
      },
    });
  });
});

describe('the code of a sign-up', () => {
  it('is invalid after five wrong guesses, and can be sent again', async () => {
    await signUp();
    const code = codeIn(pool.mails);
    for (let guess = 0; guess < 5; guess += 1) {
      expect(await errorTypeOf(confirm(wrongCodeFor(code)))).toBe('CodeMismatchException');
    }
    expect(await errorTypeOf(confirm(code))).toBe('ExpiredCodeException');
    expect((await resend()).status).toBe(200);
    expect((await confirm(codeIn(pool.mails))).status).toBe(200);
  });

  it('is the same when it is mailed again, whoever requests it', async () => {
    await signUp();
    const first = codeIn(pool.mails);
    await resend(email, '203.0.113.7');
    expect(pool.mails).toHaveLength(2);
    expect(codeIn(pool.mails)).toBe(first);
    expect((await confirm(first)).status).toBe(200);
  });

  it('is valid once and for its own account only', async () => {
    await signUp();
    const code = codeIn(pool.mails);
    await signUpAs('bob@example.com');
    expect(await errorTypeOf(confirm(code, 'bob@example.com'))).toBe('CodeMismatchException');
    expect((await confirm(code)).status).toBe(200);
    expect(await errorTypeOf(confirm(code))).toBe('ExpiredCodeException');
    expect(founded).toHaveLength(1);
  });

  it('does not reveal who has an account, when requested or guessed', async () => {
    await pool.identity.admin.createUser(ada);
    await signUpAs('ann@example.com');
    const mails = pool.mails.length;
    const [signedUp, confirmed, unknown] = [
      await resend('ann@example.com'),
      await resend(email),
      await resend('abe@example.com'),
    ];
    expect(pool.mails.slice(mails).map(({ to }) => to)).toEqual(['ann@example.com']);
    expect([confirmed, unknown]).toEqual([signedUp, signedUp]);
    const guesses = [
      await confirm(wrongCodeFor(codeIn(pool.mails)), 'ann@example.com'),
      await confirm('00000000', email),
      await confirm('00000000', 'abe@example.com'),
    ];
    expect(new Set(guesses.map((guess) => JSON.stringify(guess))).size).toBe(1);
  });

  it('can be guessed ten times a minute', async () => {
    await signUp();
    const guesses = Array.from({ length: 30 }, () => confirm('1', email, '203.0.113.7'));
    const evaluated = (await Promise.all(guesses)).filter(({ status }) => status !== 429);
    expect(evaluated).toHaveLength(10);
  });

  it('is mailed ten times an hour for an account and for a requesting address', async () => {
    await signUp();
    await Promise.all(Array.from({ length: 20 }, (_, n) => resend(email, `203.0.113.${n % 2}`)));
    expect(pool.mails).toHaveLength(10);
    expect((await resend(email, '192.0.2.8')).status).toBe(200);
    expect(pool.mails).toHaveLength(11);
    const many = Array.from({ length: 20 }, (_, n) => signUpAs(`u${n}@example.com`, '192.0.2.7'));
    const signUps = (await Promise.all(many)).filter(({ status }) => status === 200);
    expect(signUps).toHaveLength(10);
  });
});

/** Closes the gate; the returned function opens it. */
const closeGate = (): (() => void) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  return resolve;
};

describe('the organisation of a sign-up', () => {
  it('is created once, even by concurrent confirmations', async () => {
    await signUp();
    const code = codeIn(pool.mails);
    const openGate = closeGate();
    const confirmed = Promise.all([confirm(code), confirm(code), confirm(code)]);
    await eventually(
      async () => founded.length,
      (count) => count === 3,
    );
    openGate();
    const answers = await confirmed;
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(founded.map(({ sub }) => sub)).size).toBe(1);
    await expect(pool.tokens(email, password)).resolves.toBeDefined();
  });

  it('is created before the first sign-in; after a failure the code stays valid', async () => {
    await signUp();
    const code = codeIn(pool.mails);
    isBroken = true;
    expect((await confirm(code)).body).toEqual({
      __type: 'UserLambdaValidationException',
      message:
        'PostConfirmation failed with error Your organisation could not be created. Try again.',
    });
    expect(pool.logged).toHaveLength(1);
    expect(await errorTypeOf(pool.signIn(email, password))).toBe('UserNotConfirmedException');
    isBroken = false;
    expect((await confirm(code)).status).toBe(200);
    expect(founded[1]).toEqual(founded[0]);
  });

  it('is created for the same account after a crash', async () => {
    await signUp();
    isBroken = true;
    await confirm(codeIn(pool.mails));
    await pool.close();
    isBroken = false;
    pool = await open();
    await resend();
    expect((await confirm(codeIn(pool.mails))).status).toBe(200);
    expect(founded[1]).toEqual(founded[0]);
    const { AccessToken } = await pool.tokens(email, password);
    expect((await pool.verify(AccessToken)).tenantId).toBe(`org_${founded[0]?.sub}`);
  });

  it('is not given to a later sign-up with the same address', async () => {
    await signUp();
    const openGate = closeGate();
    const slow = confirm(codeIn(pool.mails));
    await eventually(
      async () => founded.length,
      (count) => count === 1,
    );
    pool.advance(DAY);
    expect((await signUp({ Password: 'Newer-horse2' })).status).toBe(200);
    openGate();
    await slow;
    expect(await errorTypeOf(pool.signIn(email, 'Newer-horse2'))).toBe('UserNotConfirmedException');
  });
});
