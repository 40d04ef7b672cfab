import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new temporary folder; call the function that removes it in `afterEach`. */
export const temporaryFolder = (): { folder: string; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'cloudwarden-test-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
