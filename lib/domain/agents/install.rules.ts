import type * as z from 'zod';
import { reachOf } from './address.rules.ts';
import { type Agent, type agentInstall, enrolmentKeyPlaceholder } from './agent.schema.ts';
import { installScript } from './install-script.rules.ts';
import { manifest } from './manifest.rules.ts';
import type { Installation } from './release.schema.ts';
import { agentVersion } from './version.schema.ts';

type Install = z.output<typeof agentInstall>;
type File = Pick<Install, 'file_name' | 'media_type' | 'content' | 'command'>;

const files: Record<Agent['integration_type'], (of: Installation) => File> = {
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
export const installOf = (
  { _id, integration_type }: Pick<Agent, '_id' | 'integration_type'>,
  of: Omit<Installation, 'agent_id'>,
): Install => ({
  ...reachOf(of.site, integration_type),
  ...files[integration_type]({ ...of, agent_id: _id }),
  key_placeholder: enrolmentKeyPlaceholder,
  version: agentVersion,
  sha256: of.release.sha256,
});
