import { createHash, createHmac, getDiffieHellman, hkdfSync, timingSafeEqual } from 'node:crypto';
import { createModPow } from './mod-pow.ts';

// SRP-6a as used by Cognito: the 3072-bit group of RFC 3526 with generator 2, and SHA-256.
const N = BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`);
const g = 2n;

const sha256 = (...inputs: (Uint8Array | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const input of inputs) hash.update(input);
  return hash.digest();
};

export const asInteger = (bytes: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

/** The shortest two's complement bytes of a positive integer, as both sides hash it. */
const asBytes = (value: bigint): Buffer => {
  const hex = value.toString(16);
  const even = hex.length % 2 ? `0${hex}` : hex;
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
};

const power = createModPow(N, g);

const k = asInteger(sha256(asBytes(N), asBytes(g)));

/** What is stored instead of a password: it verifies one, but cannot be used to sign in. */
export const verifierOf = (user: string, password: string, salt: bigint): bigint =>
  power(g, asInteger(sha256(asBytes(salt), sha256(`${user}:${password}`))));

/** The client's public value; undefined if invalid: `A mod N = 0` would need no password. */
export const parsePublicValue = (hex: string): bigint | undefined => {
  if (!/^[0-9a-fA-F]{1,776}$/.test(hex)) return undefined;
  const A = BigInt(`0x${hex}`);
  return A > 0n && A < N ? A : undefined;
};

export const serverPublicValue = (b: bigint, verifier: bigint): bigint =>
  (k * verifier + power(g, b)) % N;

export type Handshake = { A: bigint; b: bigint; B: bigint; verifier: bigint };

const sharedSecret = ({ A, b, verifier }: Handshake, u: bigint): bigint | undefined => {
  try {
    return power(A * power(verifier, u), b);
  } catch {
    // OpenSSL rejects values that no client with the right password sends.
    return undefined;
  }
};

/** The key that only a client with the right password shares; undefined if there is none. */
export const sessionKey = (handshake: Handshake): Uint8Array | undefined => {
  const { A, B } = handshake;
  const u = asInteger(sha256(asBytes(A), asBytes(B)));
  const secret = sharedSecret(handshake, u);
  if (secret === undefined) return undefined;
  return Buffer.from(hkdfSync('sha256', asBytes(secret), asBytes(u), 'Caldera Derived Key', 16));
};

/**
 * The signature over `fields`: pool name, user id, secret block (bytes) and timestamp, in order.
 */
export const claimSignature = (key: Uint8Array, fields: (Uint8Array | string)[]): string => {
  const mac = createHmac('sha256', key);
  for (const field of fields) mac.update(field);
  return mac.digest('base64');
};

/** Compares two texts in constant time. */
export const isEqualText = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b));
