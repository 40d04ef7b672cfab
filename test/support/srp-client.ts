import { createHash, createHmac, getDiffieHellman, hkdfSync, randomBytes } from 'node:crypto';
import type { Answer, TestPool } from './identity-pool.ts';
import { clientId, poolId } from './identity-pool.ts';

// The client's half of Cognito's SRP, written independently of the server's half, to check it.
export const N = BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`);

const hash = (hex: string): string =>
  createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');
const int = (hex: string): bigint => BigInt(`0x${hex}`);

/** As Java's `toByteArray`: a leading zero byte, removed where the sign bit does not need it. */
const pad = (value: bigint): string => {
  const bytes = value.toString(16).padStart(2 * 400, '0');
  return bytes.replace(/^(00)*(?=00[89a-f]|[0-7])/, '');
};

const modPow = (base: bigint, exponent: bigint): bigint => {
  if (exponent === 0n) return 1n;
  const half = modPow((base * base) % N, exponent / 2n);
  return exponent % 2n ? (half * base) % N : half;
};

export type Challenge = Record<string, string>;

const sessionKeyOf = (a: bigint, challenge: Challenge, password: string): Uint8Array => {
  const { USER_ID_FOR_SRP: user = '', SALT: salt = '', SRP_B = '' } = challenge;
  const B = int(SRP_B);
  const u = int(hash(pad(modPow(2n, a)) + pad(B)));
  const identity = `${poolId.split('_')[1]}${user}:${password}`;
  const x = int(hash(pad(int(salt)) + createHash('sha256').update(identity).digest('hex')));
  const k = int(hash(pad(N) + pad(2n)));
  const unmasked = (((B - k * modPow(2n, x)) % N) + N) % N;
  const secret = Buffer.from(pad(modPow(unmasked, a + u * x)), 'hex');
  const uBytes = Buffer.from(pad(u), 'hex');
  return Buffer.from(hkdfSync('sha256', secret, uBytes, 'Caldera Derived Key', 16));
};

/** The response to a challenge: the body of RespondToAuthChallenge. */
export const proofOf = (a: bigint, challenge: Challenge, password: string) => {
  const { USER_ID_FOR_SRP: user = '', SECRET_BLOCK: block = '' } = challenge;
  const TIMESTAMP = 'Tue Sep 1 12:00:00 UTC 2026';
  const signature = createHmac('sha256', sessionKeyOf(a, challenge, password))
    .update(`${poolId.split('_')[1]}${user}`)
    .update(Buffer.from(block, 'base64'))
    .update(TIMESTAMP)
    .digest('base64');
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ClientId: clientId,
    ChallengeResponses: {
      USERNAME: user,
      PASSWORD_CLAIM_SECRET_BLOCK: block,
      PASSWORD_CLAIM_SIGNATURE: signature,
      TIMESTAMP,
    },
  };
};

export const startSrp = (pool: TestPool, username: string, A: string): Promise<Answer> =>
  pool.call('InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    ClientId: clientId,
    AuthParameters: { USERNAME: username, SRP_A: A },
  });

/** Both steps of a sign-in; also returns the body of the second, for replays. */
export const signInBySrp = async (
  pool: TestPool,
  username: string,
  password: string,
  from?: string,
) => {
  const a = int(randomBytes(32).toString('hex'));
  const started = await startSrp(pool, username, modPow(2n, a).toString(16));
  const proof = proofOf(a, started.body.ChallengeParameters ?? {}, password);
  const answer = await pool.call('RespondToAuthChallenge', proof, from);
  return { started, proof, answer };
};
