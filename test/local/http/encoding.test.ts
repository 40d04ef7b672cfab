import { chosenEncoding } from '#lib/local/http/encoding.ts';

describe('the encoding of an answer', () => {
  it.each([
    ['nothing is said', undefined, undefined],
    ['nothing is taken', '', undefined],
    ['a browser asks by TLS', 'gzip, deflate, br, zstd', 'br'],
    ['a browser asks without TLS', 'gzip, deflate', 'gzip'],
    ['an old name of gzip is used', 'x-gzip', 'gzip'],
    ['names are in capitals', 'GZIP;Q=1', 'gzip'],
    ['gzip weighs more', 'br;q=0.5, gzip;q=0.8', 'gzip'],
    ['both weigh alike', 'gzip;q=0.8, br;q=0.8', 'br'],
    ['the better one is refused', 'br;q=0, gzip', 'gzip'],
    ['everything is taken', '*', 'br'],
    ['everything else is taken', 'br;q=0.2, *;q=0.7', 'gzip'],
    ['everything else is refused', 'gzip, *;q=0', 'gzip'],
    ['all is refused', 'br;q=0, gzip;q=0.000', undefined],
    ['plain content is liked better', 'identity, br;q=0.5, gzip;q=0.5', undefined],
    ['plain content is refused and so is ours', 'identity;q=0, zstd', undefined],
    ['only unknown ones are taken', 'zstd, compress', undefined],
    ['a weight is no number', 'br;q=high, gzip ; q=0.1', 'gzip'],
    ['a weight is too large', 'br;q=7', undefined],
  ])('where %s', (_case, accepted, chosen) => {
    expect(chosenEncoding({ 'accept-encoding': accepted })).toBe(chosen);
  });
});
