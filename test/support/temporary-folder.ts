import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder; the function that removes it belongs into `afterEach`. */
export const temporaryFolder = (): { folder: string; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'cloudwarden-test-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
