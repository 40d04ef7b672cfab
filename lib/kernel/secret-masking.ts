/** Shorter secrets are not hidden: they are likely to be ordinary words of the response. */
const minMaskedLength = 8;

/** For the pieces of a secret such as a cookie: a shorter piece is not a secret by itself. */
const minMaskedPartLength = 16;

/** The most pieces of one secret that are hidden, longest first: real cookies have a few. */
const maxMaskedParts = 100;

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** The base64 forms of a text at each possible offset in a longer text such as `user:password`. */
const base64FormsOf = (text: string): string[] =>
  [0, 1, 2].flatMap((offset) => {
    const length = offset + Buffer.byteLength(text);
    const encoded = base64('\0'.repeat(offset) + text);
    const fragment = encoded.slice(Math.ceil((offset * 8) / 6), Math.floor((length * 8) / 6));
    return [fragment, fragment.replaceAll('+', '-').replaceAll('/', '_')];
  });

const htmlEscapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The forms in which a peer may echo a text that it was sent. */
const encodingsOf = (text: string): string[] => [
  text,
  ...(text.length < minMaskedPartLength ? [] : [text.toLowerCase(), text.toUpperCase()]),
  encodeURIComponent(text.toWellFormed()),
  new URLSearchParams([['', text]]).toString().slice(1),
  JSON.stringify(text).slice(1, -1),
  text.replace(/[&<>"']/g, (one) => htmlEscapes[one] ?? one),
  base64(text),
  Buffer.from(text).toString('base64url'),
  ...base64FormsOf(text),
  Buffer.from(text).toString('hex'),
  Buffer.from(text).toString('hex').toUpperCase(),
];

/** Decodes base64, if the result is readable text. */
const decodeBase64 = (text: string): string[] => {
  if (!/^[A-Za-z0-9+/_-]{8,}={0,2}$/.test(text)) return [];
  const decoded = Buffer.from(text, 'base64').toString();
  return /^[\x20-\x7e]+$/.test(decoded) ? [decoded] : [];
};

const decodePercentEncoding = (text: string): string[] => {
  try {
    return [decodeURIComponent(text)];
  } catch {
    return [];
  }
};

/**
 * A secret as entered, and every part that is as sensitive: `Basic dXNlcjpwYXNz` without its
 * scheme, the decoded pair and its password; the pieces of a cookie.
 */
const sensitivePartsOf = (secret: string): string[] => {
  const [, bare = secret] = /^[A-Za-z-]+ +(\S.*)$/.exec(secret) ?? [];
  const decodedForms = [bare, ...decodeBase64(bare), ...decodePercentEncoding(bare)];
  const passwords = decodedForms.flatMap((text) => /^[^:]*:(.+)$/s.exec(text)?.[1] ?? []);
  const pieces = decodedForms
    .flatMap((text) => text.split(/[\s:;,=&?"']+/))
    .filter((piece) => piece.length >= minMaskedPartLength)
    .sort((a, b) => b.length - a.length);
  return [secret, ...decodedForms, ...passwords, ...[...new Set(pieces)].slice(0, maxMaskedParts)];
};

/** A hash of two characters, below 65 536; different pairs may share one. */
const pairHashAt = (text: string, at: number): number =>
  ((text.charCodeAt(at) & 255) << 8) | (text.charCodeAt(at + 1) & 255);

/** Indexes texts, longest first, by their first characters. */
const indexByPrefix = (texts: readonly string[]) => {
  const ordered = texts.toSorted((a, b) => b.length - a.length);
  const heads = Map.groupBy(ordered.keys(), (at) => ordered[at]?.slice(0, minMaskedLength) ?? '');
  const pairs = new Uint8Array(65_536);
  for (const head of heads.keys()) pairs[pairHashAt(head, 0)] = 1;
  return { ordered, heads, pairs };
};

/** Returns a function that masks the texts, longest first, usually in one pass over its input. */
const textMasker = (texts: readonly string[]): ((text: string) => string) => {
  const { ordered, heads, pairs } = indexByPrefix(texts);
  /** The texts whose first characters occur in the input: of thousands, hardly one. */
  const matchingIndexes = (text: string): Set<number> => {
    const found = new Set<number>();
    const seenHeads = new Set<string>();
    for (let at = 0; at + minMaskedLength <= text.length; at += 1) {
      if (pairs[pairHashAt(text, at)] === 0) continue;
      const head = text.slice(at, at + minMaskedLength);
      if (seenHeads.has(head) || !heads.has(head)) continue;
      seenHeads.add(head);
      for (const one of heads.get(head) ?? []) found.add(one);
      if (seenHeads.size === heads.size) break;
    }
    return found;
  };
  return (text) =>
    [...matchingIndexes(text)]
      .sort((a, b) => a - b)
      .reduce((masked, one) => masked.replaceAll(ordered[one] ?? '', '••••'), text);
};

/** The secrets of an integration. */
type SecretHolder = { secrets: readonly string[] };

const textsToMask = ({ secrets }: SecretHolder, extraTexts: readonly string[]): Set<string> => {
  const encoded = [...secrets, ...extraTexts].flatMap(sensitivePartsOf).flatMap(encodingsOf);
  return new Set(encoded.filter((text) => text.length >= minMaskedLength));
};

export type Mask = <T>(value: T) => T;

/**
 * Masks the secrets of an integration in data that a peer returned, and everything as sensitive:
 * tokens that were fetched, and texts derived from the secrets.
 */
export const secretMasker = (holder: SecretHolder, extraTexts: readonly string[] = []): Mask => {
  const texts = textsToMask(holder, extraTexts);
  const mask = textMasker([...texts]);
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return mask(value);
    if (typeof value === 'number') return texts.has(String(value)) ? '••••' : value;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(walk);
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [mask(key), walk(one)]));
  };
  return <T>(value: T) => walk(value) as T;
};

/**
 * The same for a text that arrives in pieces: `add` returns what may be shown so far, `rest` what
 * was held back because a secret might have started in it.
 */
export const streamMasker = (holder: SecretHolder, extraTexts: readonly string[] = []) => {
  const { ordered, heads, pairs } = indexByPrefix([...textsToMask(holder, extraTexts)]);
  const prefixes = new Set<string>();
  for (const head of heads.keys()) {
    for (let length = 1; length < minMaskedLength; length += 1) prefixes.add(head.slice(0, length));
  }
  let buffered = '';

  /** The texts that may start at an index, longest first. */
  const candidates = (text: string, at: number): string[] =>
    (heads.get(text.slice(at, at + minMaskedLength)) ?? []).map((one) => ordered[one] ?? '');

  /** Whether a secret that starts at this index may continue beyond the end of the text. */
  const mayContinue = (text: string, at: number, matches: readonly string[]): boolean => {
    const tail = text.slice(at);
    if (tail.length < minMaskedLength) return prefixes.has(tail);
    return matches.some((one) => one.length > tail.length && one.startsWith(tail));
  };

  const split = (text: string) => {
    let maskedText = '';
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const isLast = at === text.length - 1;
      if (!isLast && pairs[pairHashAt(text, at)] === 0) continue;
      const matches = candidates(text, at);
      if (mayContinue(text, at, matches))
        return { shown: maskedText + text.slice(from, at), left: at };
      const match = matches.find((one) => text.startsWith(one, at));
      if (match === undefined) continue;
      maskedText += `${text.slice(from, at)}••••`;
      from = at + match.length;
      at = from - 1;
    }
    return { shown: maskedText + text.slice(from), left: text.length };
  };

  const mask = textMasker(ordered);
  return {
    add: (piece: string): string => {
      const text = buffered + piece;
      const { shown, left } = split(text);
      buffered = text.slice(left);
      return shown;
    },
    rest: (): string => {
      const text = mask(buffered);
      buffered = '';
      return text;
    },
  };
};
