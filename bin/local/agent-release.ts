import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { programFile } from '#lib/domain/agents/program.schema.ts';
import type { AgentRelease, ReadAgentRelease } from '#lib/domain/agents/release.schema.ts';
import { sha256 } from '#lib/kernel/ids.ts';

/** Reads the agents' program from the build's output, from where it is also served. */
export const agentReleaseIn = (root: string): ReadAgentRelease => {
  const path = join(root, 'dist', 'web', 'agent', programFile);
  let loading: Promise<AgentRelease> | undefined;
  return () => {
    loading ??= readFile(path, 'utf8').then((program) => ({ program, sha256: sha256(program) }));
    return loading;
  };
};
