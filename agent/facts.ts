// What an agent says of itself and of where it runs.
import { hostname, release, type } from 'node:os';
import { agentVersion } from '../lib/domain/agents/version.schema.ts';
import type { Cluster } from './cluster.ts';

const plain = (text: string): string => text.replace(/[^\x20-\x7e]/g, '').slice(0, 100);

/** A cluster that does not tell its version now tells it after the next start. */
const versionOf = async (cluster: Cluster): Promise<{ kubernetes_version?: string }> => {
  try {
    const { gitVersion } = (await cluster.json({ path: '/version' })) as { gitVersion?: unknown };
    return typeof gitVersion === 'string' ? { kubernetes_version: plain(gitVersion) } : {};
  } catch {
    return {};
  }
};

export const factsOf = async (cluster: Cluster | undefined) => ({
  version: agentVersion,
  os: plain(`${type()} ${release()}`),
  architecture: process.arch,
  hostname: plain(hostname()),
  ...(cluster && (await versionOf(cluster))),
});
