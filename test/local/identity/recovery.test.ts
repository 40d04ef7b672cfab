import type { TestPool } from '#test/support/identity-pool.ts';
import { ada, clientId, codeIn, openTestPool } from '#test/support/identity-pool.ts';

const { email, password } = ada;
const newPassword = 'Newer-horse2';

let pool: TestPool;

beforeEach(async () => {
  pool = await openTestPool();
  await pool.identity.admin.createUser(ada);
});

afterEach(() => pool.close());

const requestReset = (Username = email, from?: string) =>
  pool.call('ForgotPassword', { ClientId: clientId, Username }, from);
const confirm = (
  ConfirmationCode: string,
  Password = newPassword,
  Username = email,
  from?: string,
) => {
  const answer = { ClientId: clientId, Username, ConfirmationCode, Password };
  return pool.call('ConfirmForgotPassword', answer, from);
};
const errorTypeOf = async (answer: ReturnType<typeof confirm>) => {
  const { __type: type } = (await answer).body;
  return type;
};
const wrongCodeFor = (code: string) => (code === '00000000' ? '00000001' : '00000000');

describe('a forgotten password', () => {
  it('is replaced by a mailed code, which ends every session', async () => {
    const { RefreshToken } = await pool.tokens(email, password);
    await requestReset();
    expect(await confirm(codeIn(pool.mails))).toEqual({ status: 200, body: {} });
    expect((await pool.signIn(email, password)).status).toBe(400);
    expect((await pool.signIn(email, newPassword)).status).toBe(200);
    expect((await pool.refresh(RefreshToken)).status).toBe(400);
  });

  it('is replaced for a person who never chose a password', async () => {
    await pool.identity.admin.createUser({ ...ada, email: 'new@example.com', permanent: false });
    await requestReset('new@example.com');
    await confirm(codeIn(pool.mails), newPassword, 'new@example.com');
    await expect(pool.tokens('new@example.com', newPassword)).resolves.toBeDefined();
  });

  it('gets the same response for an unknown account, without a mail', async () => {
    const knownAnswer = await requestReset('ada@example.com');
    const unknownAnswer = await requestReset('abe@example.com');
    expect(unknownAnswer).toEqual(knownAnswer);
    expect(pool.mails).toHaveLength(1);
    expect(await confirm('00000000', newPassword, 'abe@example.com')).toEqual(
      await confirm(wrongCodeFor(codeIn(pool.mails))),
    );
  });

  it('gets the same response when the mail fails, which is logged without address', async () => {
    pool.mailIsDown = true;
    expect((await requestReset()).status).toBe(200);
    expect(pool.logged).toHaveLength(1);
    expect(pool.logged[0]).toContain('A mail with a code could not be sent.');
    expect(pool.logged[0]).not.toContain(email);
  });
});

describe('a code for a new password', () => {
  it('is valid once', async () => {
    await requestReset();
    const code = codeIn(pool.mails);
    await confirm(code);
    expect(await errorTypeOf(confirm(code, 'Other-horse3'))).toBe('ExpiredCodeException');
  });

  it('is valid for an hour', async () => {
    await requestReset();
    pool.advance(3600_000 - 1000);
    expect(await errorTypeOf(confirm(codeIn(pool.mails), 'weak'))).toBe('InvalidPasswordException');
    pool.advance(1000);
    expect(await errorTypeOf(confirm(codeIn(pool.mails)))).toBe('ExpiredCodeException');
  });

  it('is the same when it is mailed again, and valid for another hour', async () => {
    await requestReset();
    const first = codeIn(pool.mails);
    pool.advance(1800_000);
    await requestReset(email, '203.0.113.66');
    expect(codeIn(pool.mails)).toBe(first);
    pool.advance(1800_000);
    expect((await confirm(first)).status).toBe(200);
    await requestReset();
    expect(codeIn(pool.mails)).not.toBe(first);
  });

  it('stays valid for its owner despite requests and guesses of strangers', async () => {
    const stranger = '203.0.113.66';
    for (let attempt = 0; attempt < 15; attempt++) await requestReset(email, stranger);
    const mails = pool.mails.length;
    expect((await requestReset()).status).toBe(200);
    expect(pool.mails).toHaveLength(mails + 1);
    const code = codeIn(pool.mails);
    for (let guess = 0; guess < 5; guess++) {
      const guessed = confirm(wrongCodeFor(code), newPassword, email, stranger);
      expect(await errorTypeOf(guessed)).toBe('CodeMismatchException');
    }
    const lastGuess = confirm(wrongCodeFor(code), newPassword, email, stranger);
    expect(await errorTypeOf(lastGuess)).toBe('ExpiredCodeException');
    expect((await confirm(code)).status).toBe(200);
  });

  it('ends with the fiftieth wrong guess from many addresses', async () => {
    await requestReset();
    const code = codeIn(pool.mails);
    const wrongCode = wrongCodeFor(code);
    for (let guess = 0; guess < 50; guess++) {
      pool.advance(10_000);
      await confirm(wrongCode, newPassword, email, `203.0.113.${guess % 25}`);
    }
    expect(await errorTypeOf(confirm(code))).toBe('ExpiredCodeException');
  });

  it('is valid for its account only', async () => {
    await pool.identity.admin.createUser({ ...ada, email: 'bob@example.com' });
    await requestReset();
    const code = codeIn(pool.mails);
    expect(await errorTypeOf(confirm(code, newPassword, 'bob@example.com'))).toBe(
      'ExpiredCodeException',
    );
  });

  it('stays valid after a refused password', async () => {
    await requestReset();
    expect(await errorTypeOf(confirm(codeIn(pool.mails), 'weak'))).toBe('InvalidPasswordException');
    expect((await confirm(codeIn(pool.mails))).status).toBe(200);
  });

  it('ends with the fifth wrong guess', async () => {
    await requestReset();
    const code = codeIn(pool.mails);
    for (let guess = 0; guess < 5; guess++) {
      expect(await errorTypeOf(confirm(wrongCodeFor(code)))).toBe('CodeMismatchException');
    }
    expect(await errorTypeOf(confirm(code))).toBe('ExpiredCodeException');
  });

  it('is refused when none was requested', async () => {
    expect(await errorTypeOf(confirm('00000000'))).toBe('ExpiredCodeException');
  });
});
