import { useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type * as z from 'zod';
import type { agentInstall, AgentView } from '#lib/domain/agents/agent.schema.ts';
import { agents } from '#web/api/agents.ts';
import { useCall } from '#web/api/use-call.ts';
import { Copy } from '#web/components/copy.tsx';
import { saveFile } from '#web/components/files/save-file.ts';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { type NewKey, Unreachable } from './first-steps.tsx';

type Install = z.output<typeof agentInstall>;

const InstallFile = ({
  install,
  createdKey,
}: {
  install: Install;
  createdKey: NewKey | undefined;
}) => {
  const { file_name, content, key_placeholder, command, sha256, version } = install;
  // The key is inserted here, so that the only response that contains it is the one that created
  // it.
  const fullContent = createdKey
    ? content.replaceAll(key_placeholder, createdKey.api_key_secret)
    : content;
  return (
    <SpaceBetween size="m">
      <SpaceBetween size="xs">
        <Box variant="p">1. Download the file. It holds the secret: delete it afterwards.</Box>
        <Button iconName="download" onClick={() => saveFile(file_name, fullContent)}>
          Download {file_name}
        </Button>
      </SpaceBetween>
      <SpaceBetween size="xs">
        <Box variant="p">2. Run this in the folder of the file:</Box>
        <Copy text={command} subject="command" />
      </SpaceBetween>
      <ExpandableSection headerText="What is installed">
        <SpaceBetween size="xs">
          <Box>Version {version} of the agent. SHA-256 of the program:</Box>
          <Copy text={sha256} subject="checksum" />
        </SpaceBetween>
      </ExpandableSection>
    </SpaceBetween>
  );
};

type Props = { agent: AgentView | undefined; createdKey: NewKey | undefined };

/** The file that installs the agent, and the command that runs it. */
export const InstallStep = ({ agent, createdKey }: Props) => {
  const [isAllowed, setAllowed] = useState(false);
  const { data, error, refetch } = useCall(
    agents.getAgentInstall,
    { agent_id: agent?.agent_id ?? '', allow_changes: isAllowed ? 'true' : 'false' },
    { enabled: agent !== undefined, keep: true },
  );
  return (
    <SpaceBetween size="l">
      {agent?.integration_type === 'kubernetes' && (
        <Checkbox
          checked={isAllowed}
          onChange={({ detail }) => setAllowed(detail.checked)}
          description="Scale, restart, label, patch and delete. Without it the agent can only read."
        >
          Bots may change the cluster
        </Checkbox>
      )}
      {!createdKey && (
        <Alert type="warning">Create the secret first; without it the agent cannot register.</Alert>
      )}
      {data?.warning && <Alert type="warning">{data.warning}</Alert>}
      {data && !data.unusable && <InstallFile install={data} createdKey={createdKey} />}
      {data?.unusable && <Unreachable reason={data.unusable} />}
      {!data && error && (
        <LoadFailed error={error} subject="the installation file" onRetry={refetch} />
      )}
      {!data && !error && <Loading text="Loading the installation file" />}
    </SpaceBetween>
  );
};
