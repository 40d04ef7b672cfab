import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockFile, lockFolder } from '#lib/local/lock.ts';
import { runChild } from '#test/support/child.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

let folder: string;
let remove: () => void;

beforeEach(() => {
  ({ folder, remove } = temporaryFolder());
});

afterEach(() => remove());

const inUse = /^The data folder .+ is in use by another Cloudwarden process\. Stop that one first/;

describe('the lock on the data folder', () => {
  it('is held by one owner at a time', () => {
    const unlock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(inUse);
    unlock();
    lockFolder(folder)();
  });

  it('creates a missing folder', () => {
    lockFolder(join(folder, 'new', 'data'))();
  });

  it('covers one folder and not its neighbours', () => {
    const unlock = lockFolder(join(folder, 'one'));
    lockFolder(join(folder, 'two'))();
    unlock();
  });

  it('refuses a second process, and is released when the first one is killed', async () => {
    const child = runChild('lock-process.ts', folder);
    try {
      await child.waitForOutput();
      expect(() => lockFolder(folder)).toThrow(inUse);
    } finally {
      await child.kill();
    }
    lockFolder(folder)();
  });

  it('can be waited for', async () => {
    const lock = join(folder, 'process.lock');
    const child = runChild('lock-process.ts', folder, '500');
    await child.waitForOutput();
    expect(() => lockFile(lock, 0)).toThrow('database is locked');
    lockFile(lock, 60_000)();
    await child.ended();
  });

  it('reports a folder that cannot be created', () => {
    writeFileSync(join(folder, 'file'), '');
    const sentence = /cannot be created\. Make its parent folder writable, or set DATA_DIR to/;
    expect(() => lockFolder(join(folder, 'file', 'data'))).toThrow(sentence);
  });

  it('reports a folder that cannot be locked', () => {
    writeFileSync(join(folder, 'process.lock'), 'this is no lock file: '.repeat(100));
    expect(() => lockFolder(folder)).toThrow('Cannot lock the data folder');
  });
});
