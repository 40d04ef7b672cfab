import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { programFile } from '#lib/domain/agents/program.schema.ts';
import type { AgentRelease, ReadAgentRelease } from '#lib/domain/agents/release.schema.ts';
import { sha256 } from '#lib/kernel/ids.ts';

/** The program of agents as the build left it, where it is served as well. */
export const agentReleaseIn = (root: string): ReadAgentRelease => {
  const path = join(root, 'dist', 'web', 'agent', programFile);
  let read: Promise<AgentRelease> | undefined;
  return () => {
    read ??= readFile(path, 'utf8').then((program) => ({ program, sha256: sha256(program) }));
    return read;
  };
};
