import { randomBytes } from 'node:crypto';
import type { TestPool } from '#test/support/identity-pool.ts';
import { ada, clientId, openTestPool } from '#test/support/identity-pool.ts';
import { N, proofOf, signInBySrp, startSrp } from '#test/support/srp-client.ts';

const { email, password } = ada;
const wrongPasswordAnswer = {
  status: 400,
  body: { __type: 'NotAuthorizedException', message: 'Incorrect username or password.' },
};

let pool: TestPool;

beforeEach(async () => {
  pool = await openTestPool();
  await pool.identity.admin.createUser(ada);
});

afterEach(() => pool.close());

const respond = (proof: object) => pool.call('RespondToAuthChallenge', proof);
const anyPublicValue = () => randomBytes(384).toString('hex').replace(/^./, '7');
const challengeFor = async (username: string) =>
  (await startSrp(pool, username, anyPublicValue())).body.ChallengeParameters ?? {};

describe('a sign-in that proves its password by SRP', () => {
  it('returns tokens for the right password', async () => {
    const { answer } = await signInBySrp(pool, email, password);
    expect(answer.status).toBe(200);
    expect(answer.body.AuthenticationResult).toMatchObject({
      ExpiresIn: 3600,
      TokenType: 'Bearer',
      RefreshToken: expect.any(String),
    });
  });

  it('refuses a wrong password', async () => {
    expect((await signInBySrp(pool, email, 'Wrong-horse1')).answer).toEqual(wrongPasswordAnswer);
  });

  it('works for every salt, with and without leading zeros', async () => {
    for (let round = 0; round < 12; round++) {
      const user = { ...ada, email: `u${round}@example.com` };
      await pool.identity.admin.createUser(user);
      expect((await signInBySrp(pool, user.email, password)).answer.status).toBe(200);
    }
  });

  it('sends a new public value each time and the same salt', async () => {
    const [one, two] = [await challengeFor(email), await challengeFor(email)];
    expect(one.SALT).toBe(two.SALT);
    expect(one.SRP_B).not.toBe(two.SRP_B);
    expect(one.SECRET_BLOCK).not.toBe(two.SECRET_BLOCK);
  });
});

describe('a sign-in of an unknown user', () => {
  it('gets the same kind of challenge as a known user', async () => {
    const [known, unknown] = [await challengeFor(email), await challengeFor('eve@example.com')];
    expect(Object.keys(unknown)).toEqual(Object.keys(known));
    expect(unknown.USER_ID_FOR_SRP).toBe('eve@example.com');
    expect(unknown.SECRET_BLOCK).toHaveLength(known.SECRET_BLOCK?.length ?? 0);
    for (const name of ['SALT', 'SRP_B']) {
      expect(unknown[name]).toMatch(/^[1-9a-f][0-9a-f]+$/);
      expect(Math.abs((unknown[name]?.length ?? 0) - (known[name]?.length ?? 0))).toBeLessThan(8);
    }
  });

  it('keeps its salt, in whatever case the address is typed', async () => {
    const one = await challengeFor('eve@example.com');
    const two = await challengeFor('EVE@example.com');
    expect(two.SALT).toBe(one.SALT);
    expect(two.USERNAME).toBe('eve@example.com');
    expect((await challengeFor('mallory@example.com')).SALT).not.toBe(one.SALT);
  });

  it('is refused with the same message', async () => {
    expect((await signInBySrp(pool, 'eve@example.com', password)).answer).toEqual(
      wrongPasswordAnswer,
    );
    expect(await pool.signIn('eve@example.com', password)).toEqual(wrongPasswordAnswer);
    expect(await pool.signIn(email, 'Wrong-horse1')).toEqual(wrongPasswordAnswer);
  });

  it('is refused with a look-alike letter of a known address', async () => {
    await pool.identity.admin.createUser({ ...ada, email: 'kate@example.com' });
    expect(await pool.signIn('\u212Aate@example.com', password)).toEqual(wrongPasswordAnswer);
    expect((await pool.signIn('Kate@example.com', password)).status).toBe(200);
  });
});

describe('a proof', () => {
  it('is accepted once', async () => {
    const { proof, answer } = await signInBySrp(pool, email, password);
    expect(answer.status).toBe(200);
    expect(await respond(proof)).toEqual(wrongPasswordAnswer);
  });

  it('is accepted once when it arrives many times at once', async () => {
    const challenge = (await startSrp(pool, email, '2')).body.ChallengeParameters ?? {};
    const proof = proofOf(1n, challenge, password);
    const answers = await Promise.all(Array.from({ length: 5 }, () => respond(proof)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is used up by a wrong signature', async () => {
    const challenge = (await startSrp(pool, email, '2')).body.ChallengeParameters ?? {};
    expect(await respond(proofOf(1n, challenge, 'Wrong-horse1'))).toEqual(wrongPasswordAnswer);
    expect(await respond(proofOf(1n, challenge, password))).toEqual(wrongPasswordAnswer);
  });

  it('is valid for three minutes', async () => {
    const challenge = (await startSrp(pool, email, '2')).body.ChallengeParameters ?? {};
    pool.advance(3 * 60_000 + 1);
    expect(await respond(proofOf(1n, challenge, password))).toEqual(wrongPasswordAnswer);
  });

  it('is valid only for the account of its challenge', async () => {
    await pool.identity.admin.createUser({ ...ada, email: 'bob@example.com' });
    const challenge = (await startSrp(pool, email, '2')).body.ChallengeParameters ?? {};
    const { ChallengeResponses, ...proof } = proofOf(1n, challenge, password);
    const swapped = { ...ChallengeResponses, USERNAME: 'bob@example.com' };
    expect(await respond({ ...proof, ChallengeResponses: swapped })).toEqual(wrongPasswordAnswer);
  });

  it.each([
    ['as base64url', (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')],
    ['without padding', (text: string) => text.replaceAll('=', '')],
    ['with a trailing blank', (text: string) => `${text} `],
    ['cut', (text: string) => text.slice(0, 8)],
    ['in lower case', (text: string) => text.toLowerCase()],
  ])('is refused when its signature is written %s', async (_, change) => {
    // Six rounds, so that one of the signatures contains the characters in question.
    for (let round = 0; round < 6; round++) {
      const challenge = (await startSrp(pool, email, '2')).body.ChallengeParameters ?? {};
      const { ChallengeResponses, ...proof } = proofOf(1n, challenge, password);
      const signature = ChallengeResponses.PASSWORD_CLAIM_SIGNATURE;
      if (change(signature) === signature) continue;
      const changed = { ...ChallengeResponses, PASSWORD_CLAIM_SIGNATURE: change(signature) };
      expect(await respond({ ...proof, ChallengeResponses: changed })).toEqual(wrongPasswordAnswer);
    }
  });
});

describe('a public value that would make the password unnecessary', () => {
  it.each([
    ['0', '0'],
    ['zeros', '0'.repeat(768)],
    ['N', N.toString(16)],
    ['2 N', (2n * N).toString(16)],
    ['N + 2, which is 2', (N + 2n).toString(16)],
    ['a negative number', '-2'],
    ['a word', 'zz'],
    ['with a prefix', '0x2'],
    ['far too long', 'f'.repeat(8000)],
  ])('%s is refused', async (_, A) => {
    expect((await startSrp(pool, email, A)).body).toEqual({
      __type: 'InvalidParameterException',
      message: 'SRP_A is not a valid public value.',
    });
  });
});

describe('a required new password', () => {
  const name = 'new@example.com';
  const answer = (Session: string, NEW_PASSWORD: string, USERNAME = name) =>
    respond({
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      ClientId: clientId,
      Session,
      ChallengeResponses: { USERNAME, NEW_PASSWORD },
    });
  const begin = async () => {
    const { answer } = await signInBySrp(pool, name, password);
    expect(answer.body.AuthenticationResult).toBeUndefined();
    return answer.body.Session ?? '';
  };
  const ended = { message: 'Invalid session for the user, session is expired.' };

  beforeEach(() => pool.identity.admin.createUser({ ...ada, email: name, permanent: false }));

  it('is requested until it is set', async () => {
    await begin();
    const session = await begin();
    expect((await answer(session, 'Newer-horse2')).status).toBe(200);
    expect((await signInBySrp(pool, name, 'Newer-horse2')).answer.body).toHaveProperty(
      'AuthenticationResult',
    );
  });

  it('is accepted once, from the first of two sign-ins', async () => {
    const [first, second] = [await begin(), await begin()];
    expect((await answer(first, 'Newer-horse2')).status).toBe(200);
    expect((await answer(first, 'Other-horse3')).body).toMatchObject(ended);
    expect((await answer(second, 'Other-horse3')).body).toMatchObject(ended);
  });

  it('is refused for another account, an invalid session and after 15 minutes', async () => {
    const session = await begin();
    expect((await answer(session, 'Newer-horse2', email)).body).toMatchObject(ended);
    expect((await answer('made up', 'Newer-horse2')).body).toMatchObject(ended);
    pool.advance(15 * 60_000 + 1);
    expect((await answer(session, 'Newer-horse2')).body).toMatchObject(ended);
  });
});
