import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isNativeError } from 'node:util/types';
import { fileKey } from '#lib/kernel/file-key.ts';
import type { Files } from '#lib/ports/files.ts';
import { writeWhole } from './write-whole.ts';

const isMissing = (error: unknown): boolean =>
  isNativeError(error) && 'code' in error && error.code === 'ENOENT';

/**
 * Files under `files` in the data folder. A key that is not a `fileKey` is refused with a ZodError.
 */
export const openFiles = (folder: string): Files => {
  const root = join(folder, 'files');
  const incoming = join(folder, 'files-incoming');
  // What a killed process was writing; nobody refers to it.
  rmSync(incoming, { recursive: true, force: true });

  return {
    put: async (key, text) => writeWhole(join(root, fileKey.parse(key)), text, incoming),
    get: async (key) => {
      try {
        return await readFile(join(root, fileKey.parse(key)), 'utf8');
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
  };
};
