/** The prime of the field that Ed25519 is defined over. */
const p = 2n ** 255n - 19n;

const mod = (value: bigint): bigint => ((value % p) + p) % p;

const power = (base: bigint, exponent: bigint): bigint => {
  let result = 1n;
  let square = mod(base);
  for (let remaining = exponent; remaining > 0n; remaining >>= 1n) {
    if (remaining & 1n) result = (result * square) % p;
    square = (square * square) % p;
  }
  return result;
};

/** The constant d of the curve -x² + y² = 1 + dx²y². */
const d = mod(-121665n * power(121666n, p - 2n));

/** Whether y² is that of the points of order 8, for which d·y⁴ + 2y² = 1 holds. */
const hasOrderEight = (y2: bigint): boolean => mod(d * y2 * y2 + 2n * y2 - 1n) === 0n;

/** Whether a point has order 1, 2, 4 or 8: anybody can forge signatures for such a key. */
const hasSmallOrder = (y: bigint, y2: bigint): boolean =>
  y === 0n || y2 === 1n || hasOrderEight(y2);

/** Whether there is an x for this y, that is, whether x² = (y² - 1) / (dy² + 1) has a root. */
const isOnCurve = (y2: bigint): boolean =>
  power((y2 - 1n) * mod(d * y2 + 1n), (p - 1n) / 2n) !== p - 1n;

/**
 * Whether 32 bytes in base64url are the canonical encoding (RFC 8032, 5.1.3) of a curve point of
 * large order. Some libraries accept other points too, for which anybody could forge signatures.
 */
export const isSoundKey = (publicKey: string): boolean => {
  const bytes = Buffer.from(publicKey, 'base64url');
  if (bytes.length !== 32 || bytes.toString('base64url') !== publicKey) return false;
  const encoded = BigInt(`0x${Buffer.from(bytes.toReversed()).toString('hex')}`);
  const y = encoded & (2n ** 255n - 1n);
  const y2 = mod(y * y);
  return y < p && isOnCurve(y2) && !hasSmallOrder(y, y2);
};
