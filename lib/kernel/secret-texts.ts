/** A shorter one is likely to be a word of the answer itself. */
const shortestHidden = 8;

/** Of the pieces of a secret such as a cookie: a shorter one is no secret by itself. */
const shortestPiece = 16;

/** Pieces of one secret that are hidden by themselves, the longest: real cookies have a few. */
const mostPieces = 100;

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
    .filter((piece) => piece.length >= shortestPiece)
    .sort((a, b) => b.length - a.length);
  return [secret, ...plain, ...passwords, ...[...new Set(pieces)].slice(0, mostPieces)];
};

/** A number for two letters of a text, of 65 536: others may have the same. */
const pairAt = (text: string, at: number): number =>
  ((text.charCodeAt(at) & 255) << 8) | (text.charCodeAt(at + 1) & 255);

/** Texts, the longest first, by what they begin with. */
const byHead = (texts: readonly string[]) => {
  const ordered = texts.toSorted((a, b) => b.length - a.length);
  const heads = Map.groupBy(ordered.keys(), (at) => ordered[at]?.slice(0, shortestHidden) ?? '');
  const pairs = new Uint8Array(65_536);
  for (const head of heads.keys()) pairs[pairAt(head, 0)] = 1;
  return { ordered, heads, pairs };
};

/** Takes texts out of others, the longest first, each of which is looked at once for most. */
const removing = (texts: readonly string[]): ((text: string) => string) => {
  const { ordered, heads, pairs } = byHead(texts);
  /** Those whose first letters are in a text: of thousands, hardly one. */
  const begunIn = (text: string): Set<number> => {
    const found = new Set<number>();
    const seen = new Set<string>();
    for (let at = 0; at + shortestHidden <= text.length; at += 1) {
      if (pairs[pairAt(text, at)] === 0) continue;
      const head = text.slice(at, at + shortestHidden);
      if (seen.has(head) || !heads.has(head)) continue;
      seen.add(head);
      for (const one of heads.get(head) ?? []) found.add(one);
      if (seen.size === heads.size) break;
    }
    return found;
  };
  return (text) =>
    [...begunIn(text)]
      .sort((a, b) => a - b)
      .reduce((left, one) => left.replaceAll(ordered[one] ?? '', '••••'), text);
};

/** The secrets of an integration. */
type Keeper = { secrets: readonly string[] };

const textsOf = ({ secrets }: Keeper, further: readonly string[]): Set<string> => {
  const spelt = [...secrets, ...further].flatMap(meanings).flatMap(spellings);
  return new Set(spelt.filter((text) => text.length >= shortestHidden));
};

export type Hide = <T>(value: T) => T;

/**
 * Takes the secrets of an integration out of data that a peer answered, and what else is as secret:
 * tokens that were fetched, and texts that were made of the secrets.
 */
export const hiding = (keeper: Keeper, further: readonly string[] = []): Hide => {
  const texts = textsOf(keeper, further);
  const hide = removing([...texts]);
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') return hide(part);
    if (typeof part === 'number') return texts.has(String(part)) ? '••••' : part;
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map(walk);
    return Object.fromEntries(Object.entries(part).map(([key, one]) => [hide(key), walk(one)]));
  };
  return <T>(value: T) => walk(value) as T;
};

/**
 * The same for a text that comes in pieces: `add` gives what may be shown so far, `rest` what was
 * held back since a secret might have begun in it.
 */
export const hidingPieces = (keeper: Keeper, further: readonly string[] = []) => {
  const { ordered, heads, pairs } = byHead([...textsOf(keeper, further)]);
  const begun = new Set<string>();
  for (const head of heads.keys()) {
    for (let length = 1; length < shortestHidden; length += 1) begun.add(head.slice(0, length));
  }
  let held = '';

  /** The texts that may stand at a place, the longest first. */
  const candidates = (text: string, at: number): string[] =>
    (heads.get(text.slice(at, at + shortestHidden)) ?? []).map((one) => ordered[one] ?? '');

  /** Whether a secret may go on beyond the end of a text from this place. */
  const mayGoOn = (text: string, at: number, here: readonly string[]): boolean => {
    const end = text.slice(at);
    if (end.length < shortestHidden) return begun.has(end);
    return here.some((one) => one.length > end.length && one.startsWith(end));
  };

  const split = (text: string) => {
    let shown = '';
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const isLast = at === text.length - 1;
      if (!isLast && pairs[pairAt(text, at)] === 0) continue;
      const here = candidates(text, at);
      if (mayGoOn(text, at, here)) return { shown: shown + text.slice(from, at), left: at };
      const whole = here.find((one) => text.startsWith(one, at));
      if (whole === undefined) continue;
      shown += `${text.slice(from, at)}••••`;
      from = at + whole.length;
      at = from - 1;
    }
    return { shown: shown + text.slice(from), left: text.length };
  };

  const hide = removing(ordered);
  return {
    add: (piece: string): string => {
      const text = held + piece;
      const { shown, left } = split(text);
      held = text.slice(left);
      return shown;
    },
    rest: (): string => {
      const text = hide(held);
      held = '';
      return text;
    },
  };
};
