import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFiles } from '#lib/local/files.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

let folder: string;
let remove: () => void;

beforeEach(() => {
  ({ folder, remove } = temporaryFolder());
});

afterEach(() => remove());

describe('files on this machine', () => {
  it('are readable by their owner only', async () => {
    await openFiles(folder).put('org_1/exc_1/answer', 'secret');
    const modes = ['files', 'files/org_1/exc_1', 'files/org_1/exc_1/answer'].map(
      (name) => statSync(join(folder, name)).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o700, 0o600]);
  });

  it('are whole at every moment, also while they are written again', async () => {
    const files = openFiles(folder);
    const texts = ['a', 'b'].map((letter) => letter.repeat(2_000_000));
    await files.put('org_1/a', texts[0] ?? '');
    const writes = Array.from({ length: 20 }, (_, index) =>
      files.put('org_1/a', texts[index % 2] ?? ''),
    );
    const reads = await Promise.all(Array.from({ length: 40 }, () => files.get('org_1/a')));
    await Promise.all(writes);
    expect(reads.every((text) => text !== undefined && texts.includes(text))).toBe(true);
  });

  it('leave nothing of a write that a kill cut off', async () => {
    mkdirSync(join(folder, 'files-incoming'));
    writeFileSync(join(folder, 'files-incoming', 'half'), 'half a');
    const files = openFiles(folder);
    expect(existsSync(join(folder, 'files-incoming'))).toBe(false);
    await files.put('org_1/a', 'whole');
    expect(readdirSync(join(folder, 'files-incoming'))).toEqual([]);
  });

  it('leave nothing of a write that failed, and say why', async () => {
    const files = openFiles(folder);
    await files.put('org_1/a', 'a file');
    await expect(files.put('org_1/a/b', 'below a file')).rejects.toMatchObject({
      code: expect.stringMatching(/EEXIST|ENOTDIR/),
    });
    expect(readdirSync(join(folder, 'files-incoming'))).toEqual([]);
    expect(await files.get('org_1/a')).toBe('a file');
  });
});
