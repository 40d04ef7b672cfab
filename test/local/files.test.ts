import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { datedKey } from '#lib/kernel/dated-files.ts';
import { openFiles } from '#lib/local/files.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

let folder: string;
let remove: () => void;

beforeEach(() => {
  ({ folder, remove } = temporaryFolder());
});

afterEach(() => remove());

describe('files of the embedded edition', () => {
  it('are readable by their owner only', async () => {
    await openFiles(folder).put('org_1/exc_1/answer', 'secret');
    const modes = ['files', 'files/org_1/exc_1', 'files/org_1/exc_1/answer'].map(
      (name) => statSync(join(folder, name)).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o700, 0o600]);
  });

  it('are always read whole, even while they are overwritten', async () => {
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

  it('leave no remains of a write that a kill interrupted', async () => {
    mkdirSync(join(folder, 'files-incoming'));
    writeFileSync(join(folder, 'files-incoming', 'half'), 'half a');
    const files = openFiles(folder);
    expect(existsSync(join(folder, 'files-incoming'))).toBe(false);
    await files.put('org_1/a', 'whole');
    expect(readdirSync(join(folder, 'files-incoming'))).toEqual([]);
  });

  it('are removed after their days when their key has a date, and kept otherwise', async () => {
    const files = openFiles(folder);
    const noon = Date.parse('2026-03-01T12:00:00Z');
    await files.removeDated(noon);
    const dated = [0, 1, 50].map((days) =>
      datedKey('listener-events', noon + days * 24 * 3600_000, 'org_1/a'),
    );
    const keys = [...dated, 'org_1/2026-03-01/a'];
    for (const key of keys) await files.put(key, 'a');
    await files.removeDated(noon + 34 * 24 * 3600_000);
    const contents = await Promise.all(keys.map((key) => files.get(key)));
    expect(contents).toEqual([undefined, 'a', 'a', 'a']);
  });

  it('leave no remains of a failed write, and report its cause', async () => {
    const files = openFiles(folder);
    await files.put('org_1/a', 'a file');
    await expect(files.put('org_1/a/b', 'below a file')).rejects.toMatchObject({
      code: expect.stringMatching(/EEXIST|ENOTDIR/),
    });
    expect(readdirSync(join(folder, 'files-incoming'))).toEqual([]);
    expect(await files.get('org_1/a')).toBe('a file');
  });
});
