/** A shorter one is likely to be a word of the answer itself. */
const shortestHidden = 8;

/** Of the pieces of a secret such as a cookie: a shorter one is no secret by itself. */
const shortestPiece = 16;

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** What base64 makes of a text wherever it stands in a longer one, such as `user:password`. */
const withinBase64 = (text: string): string[] =>
  [0, 1, 2].flatMap((before) => {
    const length = before + Buffer.byteLength(text);
    const coded = base64('\0'.repeat(before) + text);
    const own = coded.slice(Math.ceil((before * 8) / 6), Math.floor((length * 8) / 6));
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });

const markup: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The ways in which a peer may repeat a text that it was sent. */
const spellings = (text: string): string[] => [
  text,
  ...(text.length < shortestPiece ? [] : [text.toLowerCase(), text.toUpperCase()]),
  encodeURIComponent(text.toWellFormed()),
  new URLSearchParams([['', text]]).toString().slice(1),
  JSON.stringify(text).slice(1, -1),
  text.replace(/[&<>"']/g, (one) => markup[one] ?? one),
  base64(text),
  Buffer.from(text).toString('base64url'),
  ...withinBase64(text),
  Buffer.from(text).toString('hex'),
  Buffer.from(text).toString('hex').toUpperCase(),
];

/** What a text of base64 stands for, where that is text that people could read. */
const decoded = (text: string): string[] => {
  if (!/^[A-Za-z0-9+/_-]{8,}={0,2}$/.test(text)) return [];
  const plain = Buffer.from(text, 'base64').toString();
  return /^[\x20-\x7e]+$/.test(plain) ? [plain] : [];
};

const unescaped = (text: string): string[] => {
  try {
    return [decodeURIComponent(text)];
  } catch {
    return [];
  }
};

/**
 * A secret as it was entered, and what is as good as it: `Basic dXNlcjpwYXNz` without its scheme,
 * the pair that it stands for, and the password of that; pieces of a cookie.
 */
const meanings = (secret: string): string[] => {
  const [, bare = secret] = /^[A-Za-z-]+ +(\S.*)$/.exec(secret) ?? [];
  const plain = [bare, ...decoded(bare), ...unescaped(bare)];
  const passwords = plain.flatMap((text) => /^[^:]*:(.+)$/s.exec(text)?.[1] ?? []);
  const pieces = plain
    .flatMap((text) => text.split(/[\s:;,=&?"']+/))
    .filter((piece) => piece.length >= shortestPiece);
  return [secret, ...plain, ...passwords, ...pieces];
};

export type Hide = <T>(value: T) => T;

/**
 * Takes the secrets of an integration out of data that a peer answered, and what else is as secret:
 * tokens that were fetched, and texts that were made of the secrets.
 */
export const hiding = (
  { secrets }: { secrets: readonly string[] },
  further: readonly string[] = [],
): Hide => {
  const texts = [...new Set([...secrets, ...further].flatMap(meanings).flatMap(spellings))]
    .filter((text) => text.length >= shortestHidden)
    .sort((a, b) => b.length - a.length);
  const hide = (text: string) =>
    texts.reduce((left, one) => left.replaceAll(one, '••••'), text);
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') return hide(part);
    if (typeof part === 'number') return texts.includes(String(part)) ? '••••' : part;
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map(walk);
    return Object.fromEntries(Object.entries(part).map(([key, one]) => [hide(key), walk(one)]));
  };
  return <T>(value: T) => walk(value) as T;
};
