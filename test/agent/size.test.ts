import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { programFile } from '#lib/domain/agents/program.schema.ts';
import { agentVersion } from '#lib/domain/agents/version.schema.ts';
import { bundleAgent } from '#lib/stack/agent-bundle.ts';

/** What the version stands for: if the program changes, raise it and record both here. */
const recordedProgram = {
  version: '1.1.5',
  sha256: 'ce25e42efe736c94c6e9b38b4fb3ed709a7678ef0462dc6a9e1bf7deac18a454',
};

describe('the program of agents', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-'));
  let program = Buffer.of();
  beforeAll(async () => {
    await bundleAgent(resolve('.'), folder);
    program = readFileSync(join(folder, programFile));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is smaller than 150 KiB when compressed', () => {
    expect(gzipSync(program).byteLength / 1024).toBeLessThan(150);
  });

  it('changes its version with every change of its code', () => {
    const sha256 = createHash('sha256').update(program).digest('hex');
    expect({ version: agentVersion, sha256 }).toEqual(recordedProgram);
  });
});
