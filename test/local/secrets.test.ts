import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSecrets } from '#lib/local/secrets.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

let folder: string;
let remove: () => void;
let path: string;

beforeEach(() => {
  ({ folder, remove } = temporaryFolder());
  path = join(folder, 'keys', 'data.key');
});

afterEach(() => remove());

describe('the key file', () => {
  it('is created on request: 64 hexadecimal digits, readable by its owner only', () => {
    openSecrets({ path, create: true });
    expect(readFileSync(path, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, 'keys'))).toEqual(['data.key']);
  });

  it('is not created again when it exists', () => {
    openSecrets({ path, create: true });
    const key = readFileSync(path, 'utf8');
    openSecrets({ path, create: true });
    expect(readFileSync(path, 'utf8')).toBe(key);
  });

  it('is not created without a request, because a new key would open nothing', () => {
    expect(() => openSecrets({ path, create: false })).toThrow(`${path} is missing`);
    expect(existsSync(path)).toBe(false);
  });

  it('cannot be a folder', () => {
    const sentence = `${folder} is not a file. Set KEY_FILE to the key file.`;
    expect(() => openSecrets({ path: folder, create: true })).toThrow(sentence);
  });

  it.each([0o640, 0o604, 0o620, 0o666])('is refused with the mode %i', (mode) => {
    openSecrets({ path, create: true });
    chmodSync(path, mode);
    expect(() => openSecrets({ path, create: true })).toThrow('chmod 600');
  });

  it.each(['', 'short', 'f'.repeat(63), `${'f'.repeat(64)}\nmore`, 'g'.repeat(64)])(
    'is refused with the content %j',
    (text) => {
      openSecrets({ path, create: true });
      writeFileSync(path, text);
      expect(() => openSecrets({ path, create: true })).toThrow('is not a key file');
    },
  );

  it('opens only what was sealed with it', async () => {
    const sealed = await openSecrets({ path, create: true }).seal('org_1', 'secret');
    const otherSecrets = openSecrets({ path: join(folder, 'other.key'), create: true });
    await expect(otherSecrets.open('org_1', sealed)).rejects.toThrow('cannot be opened');
    expect(sealed).toMatch(/^v1\.[A-Za-z0-9_-]+$/);
  });
});
