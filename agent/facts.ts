// The facts that an agent reports about itself and where it runs.
import { hostname, release, type } from 'node:os';
import { agentVersion } from '../lib/domain/agents/version.schema.ts';
import type { Cluster } from './cluster.ts';

const toPrintableAscii = (text: string): string => text.replace(/[^\x20-\x7e]/g, '').slice(0, 100);

/** If the cluster does not return its version now, it is reported after the next start. */
const versionOf = async (cluster: Cluster): Promise<{ kubernetes_version?: string }> => {
  try {
    const { gitVersion } = (await cluster.json({ path: '/version' })) as { gitVersion?: unknown };
    return typeof gitVersion === 'string'
      ? { kubernetes_version: toPrintableAscii(gitVersion) }
      : {};
  } catch {
    return {};
  }
};

export const factsOf = async (cluster: Cluster | undefined) => ({
  version: agentVersion,
  os: toPrintableAscii(`${type()} ${release()}`),
  architecture: process.arch,
  hostname: toPrintableAscii(hostname()),
  ...(cluster && (await versionOf(cluster))),
});
