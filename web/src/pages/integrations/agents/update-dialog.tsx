import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { AgentView } from '#lib/domain/agents/agent.schema.ts';
import { agents } from '#web/api/agents.ts';
import { useCall } from '#web/api/use-call.ts';
import { Copy } from '#web/components/copy.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';

type Props = { agent: AgentView; onClose: () => void };

const Command = ({ agent: { integration_type, version } }: Pick<Props, 'agent'>) => {
  const { data, error, refetch } = useCall(agents.getAgentRelease, { integration_type });
  if (!data) {
    return error ? (
      <LoadFailed error={error} subject="the latest version" onRetry={refetch} />
    ) : (
      <Loading text="Loading the latest version" />
    );
  }
  return (
    <SpaceBetween size="m">
      <KeyValuePairs
        columns={2}
        items={[
          { label: 'Installed version', value: version ?? '-' },
          { label: 'Latest version', value: data.latest },
        ]}
      />
      <div>
        <Box variant="p">
          {integration_type === 'kubernetes'
            ? 'Run this with access to the cluster:'
            : 'Run this on the host, as root:'}
        </Box>
        <Copy text={data.update_command} subject="update command" />
      </div>
      <div>
        <Box variant="awsui-key-label">SHA-256 of the program</Box>
        <Copy text={data.sha256} subject="checksum" />
      </div>
    </SpaceBetween>
  );
};

/** How to update an agent to the latest version. */
export const UpdateAgent = ({ agent, onClose }: Props) => (
  <Dialog title={`Update ${agent.name}`} size="large" closeText="Close" onClose={onClose}>
    <Command agent={agent} />
  </Dialog>
);
