import { rmSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isNativeError } from 'node:util/types';
import { type DatedFolder, datedFolders, oldestDay } from '#lib/kernel/dated-files.ts';
import { decodeFileBody, encodeFileBody } from '#lib/kernel/file-body.ts';
import { fileKey } from '#lib/kernel/file-key.ts';
import type { Files } from '#lib/ports/files.ts';
import { writeAtomically } from './atomic-write.ts';

const isMissing = (error: unknown): boolean =>
  isNativeError(error) && 'code' in error && error.code === 'ENOENT';

export type LocalFiles = Files & {
  /** Removes the days of `datedFolders` whose retention has passed, as S3 does by itself. */
  removeDated(now: number): Promise<void>;
};

/**
 * Files in the folder `files` of the data folder. A key that is not a `fileKey` throws a ZodError.
 */
export const openFiles = (data: string): LocalFiles => {
  const root = join(data, 'files');
  const incoming = join(data, 'files-incoming');
  // Incomplete files of a killed process, to which nothing refers.
  rmSync(incoming, { recursive: true, force: true });

  const removeOf = async (folder: DatedFolder, now: number): Promise<void> => {
    const days = await readdir(join(root, folder)).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    for (const day of days.filter((one) => one < oldestDay(folder, now))) {
      await rm(join(root, folder, day), { force: true, recursive: true });
    }
  };

  return {
    put: async (key, text) => {
      const path = join(root, fileKey.parse(key));
      await writeAtomically(path, await encodeFileBody(key, text), incoming);
    },
    get: async (key) => {
      try {
        return await decodeFileBody(key, await readFile(join(root, fileKey.parse(key))));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    remove: (key) => rm(join(root, fileKey.parse(key)), { force: true }),
    removeAll: (folder) => rm(join(root, fileKey.parse(folder)), { force: true, recursive: true }),
    removeDated: async (now) => {
      for (const folder of Object.keys(datedFolders)) await removeOf(folder as DatedFolder, now);
    },
  };
};
