import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { programFile } from '#lib/domain/agents/program.schema.ts';
import { sha256 } from '#lib/kernel/ids.ts';

/** The agents' program, which is bundled beside the function, and its checksum. */
export const agentRelease = () => {
  const program = readFileSync(join(import.meta.dirname, 'agent', programFile), 'utf8');
  return { program, sha256: sha256(program) };
};
