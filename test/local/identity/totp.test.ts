import { base32, codeOf, matchingStepOf, stepAt } from '#lib/local/identity/totp.ts';

const secret = Buffer.from('12345678901234567890');

describe('codes of an authenticator app', () => {
  // The last six of the eight digits in RFC 6238, appendix B.
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('at %i seconds are %s', (seconds, code) => {
    expect(codeOf(secret, stepAt(seconds * 1000))).toBe(code);
  });

  it('are valid one step early and one step late', () => {
    const now = 1234567890_000;
    const step = stepAt(now);
    const found = [-2, -1, 0, 1, 2].map((away) =>
      matchingStepOf(secret, codeOf(secret, step + away), now),
    );
    expect(found).toEqual([undefined, step - 1, step, step + 1, undefined]);
  });

  it('may contain the blanks that apps show between digits', () => {
    expect(matchingStepOf(secret, ' 081 804 ', 1111111109_000)).toBe(stepAt(1111111109_000));
  });

  it.each(['', '81804', '0081804', '08180x', '-81804', '８１８０４４'])(
    'do not include %j',
    (code) => {
      expect(matchingStepOf(secret, code, 1111111109_000)).toBeUndefined();
    },
  );
});

describe('a secret in base 32', () => {
  // RFC 4648, section 10, without the padding.
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('of %j is %s', (text, encoded) => {
    expect(base32(Buffer.from(text))).toBe(encoded);
  });
});
