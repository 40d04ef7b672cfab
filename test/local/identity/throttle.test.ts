import { organisationAttribute } from '#lib/domain/onboarding/sign-up.schema.ts';
import type { TestPool } from '#test/support/identity-pool.ts';
import { ada, clientId, openTestPool } from '#test/support/identity-pool.ts';
import { signInBySrp } from '#test/support/srp-client.ts';

const { email, password } = ada;
const wrongPassword = 'Wrong-horse1';
const refused = {
  status: 429,
  body: {
    __type: 'TooManyRequestsException',
    message: 'Too many attempts. Try again in a while.',
  },
};

let pool: TestPool;

beforeEach(async () => {
  pool = await openTestPool(':memory:', { foundOrganisation: async () => 'org_2' });
  await pool.identity.admin.createUser(ada);
});

afterEach(() => pool.close());

const repeatCall = <T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));
const countEvaluated = (answers: { status: number }[]): number =>
  answers.filter(({ status }) => status !== 429).length;
const requestReset = (Username: string, from?: string) =>
  pool.call('ForgotPassword', { ClientId: clientId, Username }, from);

describe('guessing passwords', () => {
  it('evaluates ten of a thousand for one account', async () => {
    const answers = await repeatCall(1000, () => pool.signIn(email, wrongPassword));
    expect(countEvaluated(answers)).toBe(10);
    expect(answers).toContainEqual(refused);
    expect(await pool.signIn(email, password)).toEqual(refused);
  });

  it('from many addresses evaluates ten, then one for each address', async () => {
    const from = (n: number) => `203.0.113.${n % 20}`;
    const answers = await repeatCall(200, (n) => pool.signIn(email, wrongPassword, from(n)));
    expect(countEvaluated(answers)).toBe(20);
  });

  it('does not lock out the right password from another address', async () => {
    await repeatCall(50, (n) => pool.signIn(email, wrongPassword, `203.0.113.${n}`));
    expect((await pool.signIn(email, password, '192.0.2.9')).status).toBe(200);
    expect((await signInBySrp(pool, email, password, '192.0.2.9')).answer.status).toBe(200);
    expect(await pool.signIn(email, password, '203.0.113.7')).toEqual(refused);
  });

  it('counts the addresses of one IPv6 network as one', async () => {
    const answers = await repeatCall(50, (n) =>
      pool.signIn(email, wrongPassword, `2001:db8:1:2::${n}`),
    );
    expect(countEvaluated(answers)).toBe(10);
  });

  it('evaluates ten of one address for a thousand accounts', async () => {
    const answers = await repeatCall(1000, (n) =>
      pool.signIn(`user${n}@example.com`, wrongPassword),
    );
    expect(countEvaluated(answers)).toBe(10);
  });

  it('does not limit other accounts at other addresses', async () => {
    await pool.identity.admin.createUser({ ...ada, email: 'bob@example.com' });
    await repeatCall(20, () => pool.signIn(email, wrongPassword));
    expect((await pool.signIn('bob@example.com', password, '192.0.2.9')).status).toBe(200);
  });

  it('is possible again after a minute', async () => {
    await repeatCall(20, () => pool.signIn(email, wrongPassword));
    pool.advance(60_001);
    expect((await pool.signIn(email, password)).status).toBe(200);
    expect(countEvaluated(await repeatCall(20, () => pool.signIn(email, wrongPassword)))).toBe(10);
  });

  it("counts every spelling of an account's address together", async () => {
    await pool.signIn('eve@example.com', wrongPassword, '192.0.2.9');
    await repeatCall(20, (n) => pool.signIn(email, wrongPassword, `203.0.113.${n}`));
    expect(await pool.signIn(' ADA@example.com', password, '192.0.2.9')).toEqual(refused);
  });

  it('counts proofs, passwords, old passwords and codes together', async () => {
    const { AccessToken } = await pool.tokens(email, password);
    const change = {
      AccessToken,
      PreviousPassword: wrongPassword,
      ProposedPassword: 'Newer-horse2',
    };
    const code = { ClientId: clientId, Username: email, ConfirmationCode: '1', Password: password };
    await repeatCall(3, () => signInBySrp(pool, email, wrongPassword));
    await repeatCall(3, () => pool.signIn(email, wrongPassword));
    await repeatCall(2, () => pool.call('ChangePassword', change));
    await repeatCall(2, () => pool.call('ConfirmForgotPassword', code));
    expect((await signInBySrp(pool, email, password)).answer).toEqual(refused);
    expect(await pool.signIn(email, password)).toEqual(refused);
    expect(await pool.call('ChangePassword', change)).toEqual(refused);
    expect(await pool.call('ConfirmForgotPassword', code)).toEqual(refused);
  });

  it('does not count right passwords', async () => {
    const answers = await repeatCall(30, () => pool.signIn(email, password));
    expect(countEvaluated(answers)).toBe(30);
  });
});

describe('mails with a code', () => {
  it('are limited to ten an hour for an account, then one for each address', async () => {
    await repeatCall(30, (n) => requestReset(email, `203.0.113.${n % 3}`));
    expect(pool.mails).toHaveLength(10);
    expect((await requestReset(email, '192.0.2.9')).status).toBe(200);
    expect(await requestReset(email, '192.0.2.9')).toEqual(refused);
    expect(pool.mails).toHaveLength(11);
    pool.advance(3600_001);
    expect((await requestReset(email)).status).toBe(200);
  });

  it('are limited to twenty an hour for an account, from any number of addresses', async () => {
    const answers = await repeatCall(40, (n) => requestReset(email, `198.51.100.${n}`));
    expect(countEvaluated(answers)).toBe(20);
    expect(pool.mails).toHaveLength(20);
  });

  it.each(['ResendConfirmationCode', 'SignUp'])(
    "for a new password are not reduced by a stranger's calls of %s",
    async (operation) => {
      const attributes = { email, name: 'Eve', [organisationAttribute]: 'Eve and sons' };
      const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
      const signUp = { Password: password, UserAttributes };
      const body = { ClientId: clientId, Username: email, ...(operation === 'SignUp' && signUp) };
      const answers = await repeatCall(40, (n) => pool.call(operation, body, `203.0.113.${n}`));
      expect(countEvaluated(answers)).toBe(20);
      expect(pool.mails).toHaveLength(0);
      expect((await requestReset(email, '192.0.2.9')).status).toBe(200);
      expect(pool.mails).toHaveLength(1);
    },
  );

  it('are limited to ten an hour for a requesting address', async () => {
    const answers = await repeatCall(30, (n) => requestReset(`user${n}@example.com`));
    expect(countEvaluated(answers)).toBe(10);
  });
});
