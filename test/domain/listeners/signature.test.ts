import { createHash, createHmac } from 'node:crypto';
import { isAuthentic } from '#lib/domain/listeners/listener.rules.ts';
import { authConfigs } from '#lib/domain/listeners/listener.schema.ts';
import { callOf, sign, signatureAuth } from './sender.ts';

const header = 'x-hub-signature-256';
const base64 = authConfigs.parse({
  auth_type: 'signature',
  headers: {},
  signature_encoding_type: 'BASE64',
});

const accepts = (
  signature: string | string[],
  { body = '{"a":1}', secret = 'secret', auth = signatureAuth } = {},
): boolean => isAuthentic(auth, [secret], callOf(body, { [header]: signature }));

const mac = (secret: string, body: string, hash = 'sha256') =>
  createHmac(hash, secret).update(body);
const validSignature = sign('secret', '{"a":1}');
const hex = validSignature.slice('sha256='.length);

// RFC 4231 cases 1, 2 and 4 (the keys that are text), GitHub's example, Wikipedia's.
const published = [
  [
    '\u000b'.repeat(20),
    'Hi There',
    'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  ],
  [
    'Jefe',
    'what do ya want for nothing?',
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  ],
  [
    Buffer.from(Array.from({ length: 25 }, (_, n) => n + 1)).toString(),
    Buffer.alloc(50, 0xcd),
    '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
  ],
  [
    "It's a Secret to Everybody",
    'Hello, World!',
    '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
  ],
  [
    'key',
    'The quick brown fox jumps over the lazy dog',
    'f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8',
  ],
] as const;

describe('a signature', () => {
  it.each(published)('matches the published vector with the key %j', (secret, body, digest) => {
    const call = callOf(body, { [header]: `sha256=${digest}` });
    expect(isAuthentic(signatureAuth, [secret], call)).toBe(true);
    expect(isAuthentic(signatureAuth, [`${secret} `], call)).toBe(false);
    const otherBody = Buffer.concat([Buffer.from(body), Buffer.from(' ')]);
    expect(isAuthentic(signatureAuth, [secret], { ...call, body: otherBody })).toBe(false);
  });

  it('is accepted only in the encoding of the listener', () => {
    expect(accepts(validSignature)).toBe(true);
    const digest = mac('secret', '{"a":1}').digest('base64');
    expect(accepts(`sha256=${digest}`, { auth: base64 })).toBe(true);
    expect(accepts(validSignature, { auth: base64 })).toBe(false);
    expect(accepts(`sha256=${digest}`)).toBe(false);
  });

  it('requires the prefix that the listener names', () => {
    const auth = authConfigs.parse({
      auth_type: 'signature',
      headers: {},
      signature_prefix: 'v1,',
    });
    expect(accepts(`v1,${hex}`, { auth })).toBe(true);
    expect(accepts(validSignature, { auth })).toBe(false);
    expect(accepts(hex, { auth })).toBe(false);
  });
});

const words = (text: string): string[] => text.split(' ');

const blanks = [' ', '  ', '\t', '\n', '\r\n', '\0', '\u00a0', '\ufeff', '\u200b', ', sha256=0'];
const junk = blanks.concat(
  words('0 f g G zz = == , ; : . - _ / + % %00 & # " \' ` \\ | * ? ( ) {} [] é 🙂 ,sha256='),
);

const prefixes = ['', 'sha256 =', 'sha256= '].concat(
  words('= sha256 sha256: SHA256= Sha256= sha1= sha512= sha256== sha256=sha256= sha-256='),
  words('hmac-sha256= v1= t=1,v1= 0x sha256=0x'),
);

const changeDigitAt = (text: string, at: number): string =>
  text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1);

const digests = (['base64', 'base64url'] as const).map((encoding) =>
  mac('secret', '{"a":1}').digest(encoding),
);

const others = [
  mac('secret', '{"a":1}', 'sha1').digest('hex'),
  mac('secret', '{"a":1}', 'sha512').digest('hex'),
  mac('{"a":1}', 'secret').digest('hex'),
  createHash('sha256').update('{"a":1}').digest('hex'),
  createHash('sha256').update('secret{"a":1}').digest('hex'),
  mac('secret', validSignature).digest('hex'),
  mac('', '{"a":1}').digest('hex'),
  mac('Secret', '{"a":1}').digest('hex'),
  mac('secret', '{"a": 1}').digest('hex'),
  mac('secret', '').digest('hex'),
];

const malformed = new Set([
  `sha256=${hex.toUpperCase()}`,
  `sha256=${hex.replace(/[a-f]/, (letter) => letter.toUpperCase())}`,
  ...prefixes.map((prefix) => prefix + hex),
  ...junk.flatMap((text) => [validSignature + text, text + validSignature, `sha256=${text}${hex}`]),
  ...Array.from(validSignature, (_, at) => validSignature.slice(0, at)),
  ...Array.from(hex, (_, at) => `sha256=${changeDigitAt(hex, at)}`),
  ...[...digests, ...digests.map((text) => text.replace(/=+$/, ''))].flatMap((text) => [
    text,
    `sha256=${text}`,
  ]),
  ...others.map((text) => `sha256=${text}`),
  validSignature.split('').toReversed().join(''),
  validSignature.split('').join(' '),
  validSignature + validSignature,
  hex.replace(/../g, '$&:'),
  encodeURIComponent(validSignature),
  JSON.stringify(validSignature),
  'true',
  'null',
  'undefined',
  '[object Object]',
  'secret',
]);

describe('a malformed signature', () => {
  it('is refused in each of more than 300 variants', () => {
    expect(malformed.size).toBeGreaterThan(300);
    expect([...malformed].filter((signature) => accepts(signature))).toEqual([]);
  });

  it('is refused when it is repeated, missing or empty', () => {
    expect(accepts([validSignature, validSignature])).toBe(false);
    expect(accepts([validSignature, ''])).toBe(false);
    expect(accepts(['', validSignature])).toBe(false);
    expect(accepts([`${validSignature}, ${validSignature}`])).toBe(false);
    expect(accepts([])).toBe(false);
    expect(accepts('')).toBe(false);
  });

  it.each(['x-hub-signature', 'x-signature', 'authorization', 'X-Hub-Signature-256', '__proto__'])(
    'is refused in the header %s',
    (name) => {
      expect(
        isAuthentic(signatureAuth, ['secret'], callOf('{"a":1}', { [name]: validSignature })),
      ).toBe(false);
    },
  );

  it('is refused in the query', () => {
    const call = callOf('{"a":1}', {}, { [header]: validSignature, secret: validSignature });
    expect(isAuthentic(signatureAuth, ['secret'], call)).toBe(false);
  });
});

describe('a signature in BASE64', () => {
  // A body whose base64 digest contains both characters that base64url replaces.
  const body = Array.from({ length: 1000 }, (_, n) => `{"n":${n}}`).find((text) =>
    /\+.*\/|\/.*\+/.test(mac('secret', text).digest('base64')),
  );
  const text = mac('secret', body ?? '').digest('base64');
  const acceptsBase64 = (value: string) =>
    accepts(`sha256=${value}`, { body: body ?? '', auth: base64 });
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

  /** Other texts with the same bytes: the last letter carries two bits that decoders ignore. */
  const sameBytes = (): string[] => {
    const last = alphabet.indexOf(text.at(-2) ?? '');
    const group = [0, 1, 2, 3].map((low) => alphabet[(last & ~3) | low] ?? '');
    return group.map((letter) => `${text.slice(0, -2)}${letter}=`).filter((one) => one !== text);
  };

  it('is accepted as standard, padded base64', () => {
    expect(acceptsBase64(text)).toBe(true);
  });

  it('is refused in other spellings of the same bytes', () => {
    const spellings = [
      ...sameBytes(),
      text.replaceAll('+', '-').replaceAll('/', '_'),
      text.replaceAll('+', '-'),
      text.replaceAll('+', ' '),
      text.slice(0, -1),
      `${text}=`,
      `${text}\n`,
      ` ${text}`,
      text.replace(/.{20}/g, '$&\n'),
      text.replace(/.{4}/, '$&!'),
      text.toLowerCase(),
      encodeURIComponent(text),
    ];
    for (const one of sameBytes()) {
      expect(Buffer.from(one, 'base64')).toEqual(Buffer.from(text, 'base64'));
    }
    expect(spellings.filter(acceptsBase64)).toEqual([]);
  });
});

describe('the signed body', () => {
  const bodies = [
    '',
    '{}',
    '{} ',
    ' {}',
    '{}\n',
    '{}\r\n',
    '\ufeff{}',
    '{"a":1}',
    '{"a": 1}',
    '{"a":1.0}',
    '{"\\u0061":1}',
    '{"a":1,"b":2}',
    '{"b":2,"a":1}',
    '{"n":"é"}',
    '{"n":"e\u0301"}',
    '{"n":"\\u00e9"}',
    '{}\0',
  ];

  it('is compared byte by byte: no signature fits another body', () => {
    for (const body of bodies) {
      const accepting = bodies.filter((signed) => accepts(sign('secret', signed), { body }));
      expect(accepting).toEqual([body]);
    }
  });

  it('may contain bytes that are not text', () => {
    const bytes = Buffer.from([0xff, 0x00, 0xc3, 0x28]);
    const call = callOf(bytes, { [header]: sign('secret', bytes) });
    expect(isAuthentic(signatureAuth, ['secret'], call)).toBe(true);
  });
});
