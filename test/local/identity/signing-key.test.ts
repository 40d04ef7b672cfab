import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLedger } from '#lib/local/ledger.ts';
import { openSigningKey } from '#lib/local/identity/signing-key.ts';

const sealingKey = Buffer.alloc(32, 1);

let folder: string;

const openTestLedger = () => openLedger(join(folder, 'ledger.db'));

/** Parts of the key that a reader of the folder could find in its current files. */
const findKeyOnDisk = (pem: string): string[] => {
  const lines = pem.split('\n').filter((line) => line.length > 20);
  const files = readdirSync(folder).map((file) => readFileSync(join(folder, file)));
  return ['PRIVATE KEY', ...lines].filter((line) => files.some((file) => file.includes(line)));
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signing-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('the key that signs tokens', () => {
  it('is the same after a restart, and stored only in sealed form', () => {
    let database = openTestLedger();
    const { keys } = openSigningKey(database, sealingKey).jwks();
    database.close();
    database = openTestLedger();
    expect(openSigningKey(database, sealingKey).jwks()).toEqual({ keys });
    expect(findKeyOnDisk('')).toEqual([]);
    database.close();
  });

  it('of an older, unsealed data folder is kept, and sealed at the first start', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const decoy = randomBytes(32);
    let database = openTestLedger();
    database.exec(`create table identity_key (
      only integer primary key check (only = 1), private_key text not null,
      decoy_secret blob not null) strict`);
    database.prepare('insert into identity_key values (1, ?, ?)').run(pem, decoy);
    expect(findKeyOnDisk(pem)).not.toEqual([]);
    database.close();
    for (const start of ['first', 'second']) {
      database = openTestLedger();
      const key = openSigningKey(database, sealingKey);
      const { n } = publicKey.export({ format: 'jwk' });
      expect([start, key.jwks().keys[0]]).toEqual([start, expect.objectContaining({ n })]);
      expect(Buffer.from(key.decoySecret)).toEqual(decoy);
      expect([start, findKeyOnDisk(pem)]).toEqual([start, []]);
      database.close();
    }
  });

  it('is refused with another key file, with an explanation', () => {
    const database = openTestLedger();
    openSigningKey(database, sealingKey);
    expect(() => openSigningKey(database, Buffer.alloc(32, 2))).toThrow(
      'The key file is not the one that this data folder was made with',
    );
    database.close();
  });
});
