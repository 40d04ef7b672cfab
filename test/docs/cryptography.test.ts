import { globSync, readFileSync } from 'node:fs';

const page = readFileSync('docs/security-decisions.md', 'utf8');
const [, section = ''] = page.split('\n## Keys and algorithms\n');
const [inventory = ''] = section.split('\n## ');

const sources = globSync('{lib,lambdas,agent,bin,web/src}/**/*.{ts,tsx}').map((file) => ({
  file: file.replaceAll('\\', '/'),
  text: readFileSync(file, 'utf8'),
}));

/** The inventory's names for the algorithms that the sources use from Node. */
const algorithmNames: Record<string, string> = {
  sha256: 'SHA-256',
  sha1: 'HMAC-SHA-1',
  'aes-256-gcm': 'AES-256-GCM',
  ed25519: 'Ed25519',
  rsa: 'RS256',
  modp15: 'SRP-6a, 3072 bits',
  'AWS4-HMAC-SHA256': 'HMAC-SHA-256 (Signature 4)',
};

const cryptoFunctions =
  'createHash|createHmac|hkdfSync|hkdf|pbkdf2|pbkdf2Sync|scrypt|scryptSync|createCipheriv|' +
  'createDecipheriv|createSign|createVerify|sign|verify|generateKeyPairSync|generateKeyPair|' +
  'getDiffieHellman|createECDH';

const algorithmPattern = new RegExp(
  `\\b(?:${cryptoFunctions})\\(\\s*'([^']+)'|\\balgorithm = '([^']+)'`,
  'g',
);

const algorithms = sources.flatMap(({ text }) =>
  [...text.matchAll(algorithmPattern)].map(([, called, named]) => called ?? named ?? ''),
);

describe('the algorithms of the product', () => {
  it('are exactly those in the documented inventory', () => {
    expect([...new Set(algorithms)].toSorted()).toEqual(Object.keys(algorithmNames).toSorted());
    for (const name of Object.values(algorithmNames)) expect(inventory).toContain(name);
  });

  it('include SHA-1 only for codes of authenticator apps', () => {
    const taking = sources.filter(({ text }) => text.includes("'sha1'"));
    expect(taking.map(({ file }) => file)).toEqual(['lib/local/identity/totp.ts']);
  });

  it('include Math.random only where retries are spread', () => {
    const taking = sources.filter(({ text }) => text.includes('Math.random'));
    expect(taking.map(({ file }) => file).toSorted()).toEqual([
      'lib/aws/service-reads.ts',
      'lib/local/bus.ts',
      'lib/local/runner/runner.ts',
      'web/src/api/socket.ts',
    ]);
  });
});
