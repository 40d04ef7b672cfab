import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Writes a file that is either absent or complete, even after a kill: first under `incoming`, then
 * renamed. Both places are on the same file system. Only the owner may read the file.
 */
export const writeAtomically = async (
  path: string,
  content: string | Uint8Array,
  incoming: string,
): Promise<void> => {
  const draft = join(incoming, randomUUID());
  await Promise.all([
    mkdir(incoming, { recursive: true, mode: 0o700 }),
    mkdir(dirname(path), { recursive: true, mode: 0o700 }),
  ]);
  try {
    await writeFile(draft, content, { mode: 0o600, flag: 'wx' });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
};
