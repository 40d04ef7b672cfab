import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { programFile } from '#lib/domain/agents/program.schema.ts';
import { bundleAgent } from '#lib/stack/agent-bundle.ts';

describe('the program of agents', () => {
  it('is less than 150 KiB as gzip sends it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'agent-'));
    try {
      await bundleAgent(resolve('.'), folder);
      const sent = gzipSync(readFileSync(join(folder, programFile))).byteLength / 1024;
      expect(sent).toBeLessThan(150);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
