import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFunctions } from '#lib/stack/bundles.ts';
import { writeEmptyPostgres } from '../../bin/empty-postgres.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type Bundles = { folder: string; remove: () => void };

/** Moves a finished folder to its shared path, unless another process already has. */
const moveIntoPlace = (draft: string, path: string): void => {
  try {
    renameSync(draft, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
    rmSync(draft, { recursive: true });
  }
};

const bundle = async (folder: string): Promise<void> => {
  await writeEmptyPostgres(process.cwd());
  await bundleFunctions(process.cwd(), folder);
};

/** The folder of all bundled Lambdas, built once for all files of a whole run (`test/run.js`). */
export const bundledFunctions = async (): Promise<Bundles> => {
  const templatesFolder = process.env.TEST_TEMPLATES;
  if (templatesFolder === undefined) {
    const temporary = temporaryFolder();
    await bundle(temporary.folder);
    return temporary;
  }
  const folder = join(templatesFolder, 'functions');
  if (!existsSync(folder)) {
    const draft = `${folder}.${process.pid}`;
    await bundle(draft);
    moveIntoPlace(draft, folder);
  }
  return { folder, remove: () => undefined };
};
