import type * as z from 'zod';
import { siteReachOf } from './address.rules.ts';
import { type Agent, type agentInstall, enrolmentKeyPlaceholder } from './agent.schema.ts';
import { installScript } from './install-script.rules.ts';
import { manifest } from './manifest.rules.ts';
import type { InstallerInput } from './release.schema.ts';
import { agentVersion } from './version.schema.ts';

type Installer = z.output<typeof agentInstall>;
type InstallerFile = Pick<Installer, 'file_name' | 'media_type' | 'content' | 'command'>;

const installerFiles: Record<Agent['integration_type'], (of: InstallerInput) => InstallerFile> = {
  kubernetes: (of) => ({
    file_name: 'cloudwarden-agent.yaml',
    media_type: 'application/yaml',
    content: manifest(of),
    command: 'kubectl apply -f cloudwarden-agent.yaml',
  }),
  linux: (of) => ({
    file_name: 'install-cloudwarden-agent.sh',
    media_type: 'text/x-shellscript',
    content: installScript(of),
    command: 'sudo sh install-cloudwarden-agent.sh',
  }),
};

/** The file that installs an agent, without its key: the person who installs it fills that in. */
export const installerOf = (
  { _id, integration_type }: Pick<Agent, '_id' | 'integration_type'>,
  of: Omit<InstallerInput, 'agent_id'>,
): Installer => ({
  ...siteReachOf(of.site, integration_type),
  ...installerFiles[integration_type]({ ...of, agent_id: _id }),
  key_placeholder: enrolmentKeyPlaceholder,
  version: agentVersion,
  sha256: of.release.sha256,
});
