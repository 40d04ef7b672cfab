import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

const keyPattern = /^[0-9a-f]{64}\n?$/;

const createKeyFile = (path: string): void => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const file = openSync(draft, 'wx', 0o600);
  writeSync(file, `${randomBytes(32).toString('hex')}\n`);
  // Secrets sealed with a key that is then lost in a power cut would be lost.
  fsyncSync(file);
  closeSync(file);
  try {
    // A link, not a rename: it never replaces a key that was created meanwhile.
    linkSync(draft, path);
  } finally {
    rmSync(draft);
  }
};

/**
 * The 256-bit key in a file of 64 hexadecimal digits that only its owner may read. A missing file
 * is created only if `create` is set: if data is sealed already, a new key would silently make it
 * unreadable.
 */
export const readKeyFile = ({ path, create }: { path: string; create: boolean }): Buffer => {
  if (create && !existsSync(path)) createKeyFile(path);
  if (!existsSync(path)) {
    throw new Error(
      `The key file ${path} is missing. Without it the stored secrets cannot be read: ` +
        'restore it from your backup, or set KEY_FILE to its path.',
    );
  }
  const found = statSync(path);
  if (!found.isFile()) throw new Error(`${path} is not a file. Set KEY_FILE to the key file.`);
  if ((found.mode & 0o077) !== 0) {
    throw new Error(`Other users can read the key file ${path}. Run chmod 600 ${path}`);
  }
  const text = readFileSync(path, 'utf8');
  if (!keyPattern.test(text)) {
    throw new Error(`${path} is not a key file: it should hold 64 hexadecimal digits.`);
  }
  return Buffer.from(text.trim(), 'hex');
};
