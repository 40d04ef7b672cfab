import { chosenEncoding } from '#lib/local/http/encoding.ts';

describe('choosing the encoding of a response by Accept-Encoding', () => {
  it.each([
    ['the header is absent', undefined, undefined],
    ['the header is empty', '', undefined],
    ['a browser asks over TLS', 'gzip, deflate, br, zstd', 'br'],
    ['a browser asks without TLS', 'gzip, deflate', 'gzip'],
    ['an old name of gzip is used', 'x-gzip', 'gzip'],
    ['the names are in capital letters', 'GZIP;Q=1', 'gzip'],
    ['gzip has the higher weight', 'br;q=0.5, gzip;q=0.8', 'gzip'],
    ['both have the same weight', 'gzip;q=0.8, br;q=0.8', 'br'],
    ['br is refused', 'br;q=0, gzip', 'gzip'],
    ['everything is accepted', '*', 'br'],
    ['everything else is accepted', 'br;q=0.2, *;q=0.7', 'gzip'],
    ['everything else is refused', 'gzip, *;q=0', 'gzip'],
    ['both are refused', 'br;q=0, gzip;q=0.000', undefined],
    ['identity has the highest weight', 'identity, br;q=0.5, gzip;q=0.5', undefined],
    ['identity and both of ours are refused', 'identity;q=0, zstd', undefined],
    ['only unsupported encodings are accepted', 'zstd, compress', undefined],
    ['a weight is not a number', 'br;q=high, gzip ; q=0.1', 'gzip'],
    ['a weight is too large', 'br;q=7', undefined],
  ])('chooses the best encoding when %s', (_case, accepted, expected) => {
    expect(chosenEncoding({ 'accept-encoding': accepted })).toBe(expected);
  });
});
