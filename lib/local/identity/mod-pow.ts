import { createPrivateKey, createPublicKey, diffieHellman } from 'node:crypto';

const bytesOf = (value: bigint): Buffer => {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex');
};

/** One value of DER (X.690): its tag, its length, and its bytes. */
const der = (tag: number, ...contents: Uint8Array[]): Buffer => {
  const body = Buffer.concat(contents);
  const length = bytesOf(BigInt(body.length));
  const long = body.length < 0x80 ? [] : [0x80 | length.length];
  return Buffer.concat([Uint8Array.of(tag, ...long), length, body]);
};

/** A leading zero byte keeps it positive. */
const integer = (value: bigint): Buffer => {
  const bytes = bytesOf(value);
  return der(0x02, (bytes[0] ?? 0) & 0x80 ? Uint8Array.of(0) : Uint8Array.of(), bytes);
};

const sequence = (...elements: Uint8Array[]): Buffer => der(0x30, ...elements);

/** The object identifier of Diffie-Hellman keys in PKCS #3: 1.2.840.113549.1.3.1. */
const dhKeyAgreement = Buffer.from('06092a864886f70d010301', 'hex');

/**
 * Computes powers in a group of RFC 3526 with OpenSSL, as Diffie-Hellman secrets, so that the time
 * taken does not reveal the exponent. OpenSSL rejects the bases 0, 1 and -1, but no exponent.
 */
export const createModPow = (prime: bigint, generator: bigint) => {
  const group = sequence(dhKeyAgreement, sequence(integer(prime), integer(generator)));

  return (base: bigint, exponent: bigint): bigint => {
    const privateKeyDer = sequence(integer(0n), group, der(0x04, integer(exponent)));
    const publicKeyDer = sequence(group, der(0x03, Uint8Array.of(0), integer(base % prime)));
    const secret = diffieHellman({
      privateKey: createPrivateKey({ key: privateKeyDer, format: 'der', type: 'pkcs8' }),
      publicKey: createPublicKey({ key: publicKeyDer, format: 'der', type: 'spki' }),
    });
    return BigInt(`0x${secret.toString('hex')}`);
  };
};
