import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotliOf = promisify(brotliCompress);
const gzipOf = promisify(gzip);

const brotli = (quality: number) => (content: Uint8Array) =>
  brotliOf(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
    },
  });

/**
 * How responses are compressed, the preferred encoding first. `atBuild` is for files that are
 * compressed once: brotli 9 takes 0.6 s of processor time for the whole console; 10 takes 4.8 s and
 * 11 takes 12 s for files that are 5 and 7 percent smaller. `live` is for responses compressed on
 * request.
 */
export const encodings = {
  br: { suffix: '.br', atBuild: brotli(9), live: brotli(4) },
  gzip: {
    suffix: '.gz',
    atBuild: (content: Uint8Array) => gzipOf(content, { level: 9 }),
    live: (content: Uint8Array) => gzipOf(content, { level: 4 }),
  },
};

export type Encoding = keyof typeof encodings;

/** In bytes: smaller content fits into one packet uncompressed. */
export const minCompressedBytes = 1024;

/** Whether compression helps: text gets smaller, but pictures and fonts are compressed already. */
export const isCompressible = (contentType: string): boolean =>
  /^(text\/|application\/json|image\/svg\+xml)/.test(contentType);

/** The weights of an Accept-Encoding header by name; an invalid weight counts as 0. */
const weightsIn = (accepted: string): Map<string, number> => {
  const weights = accepted.split(',').map((entry): [string, number] => {
    const [name = '', ...parameters] = entry.toLowerCase().split(';');
    const weight = parameters.map((text) => /^\s*q\s*=\s*(\S+)\s*$/.exec(text)?.[1]).find(Boolean);
    const value = Number(weight ?? 1);
    return [name.trim().replace(/^x-gzip$/, 'gzip'), value > 0 && value <= 1 ? value : 0];
  });
  return new Map(weights);
};

/**
 * The encoding that the client prefers (RFC 9110, section 12.5.3), by our order among equal
 * weights. Undefined means uncompressed, which is also used if the client accepts none of our
 * encodings.
 */
export const chosenEncoding = (headers: IncomingHttpHeaders): Encoding | undefined => {
  const weights = weightsIn(headers['accept-encoding'] ?? '');
  const defaultWeight = weights.get('*') ?? 0;
  const identityWeight = weights.get('identity') ?? 0;
  const weightOf = (name: Encoding) => weights.get(name) ?? defaultWeight;
  const [best] = (Object.keys(encodings) as Encoding[])
    .filter((name) => weightOf(name) > 0 && weightOf(name) >= identityWeight)
    .toSorted((a, b) => weightOf(b) - weightOf(a));
  return best;
};
