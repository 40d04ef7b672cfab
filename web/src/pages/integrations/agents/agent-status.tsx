import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { AgentView } from '#lib/domain/agents/agent.schema.ts';

/** Milliseconds between polls while agents are shown. */
export const agentPollEvery = 15_000;

export const isRegistered = ({ status }: Pick<AgentView, 'status'>): boolean =>
  status === 'REGISTRATION_COMPLETED';

type Props = { agent: Pick<AgentView, 'status' | 'agent_status' | 'last_claim_at'> };

/** Whether it has registered but not asked for work yet. */
export const isAwaitingFirstRequest = ({ agent }: Props): boolean =>
  isRegistered(agent) && agent.last_claim_at === undefined;

export const registeredText = 'Registered, waiting for its first request';

/** Whether the agent is online. */
export const ConnectionStatus = ({ agent }: Props) => {
  if (!isRegistered(agent)) {
    return <StatusIndicator type="pending">Not installed yet</StatusIndicator>;
  }
  if (isAwaitingFirstRequest({ agent })) {
    return <StatusIndicator type="pending">{registeredText}</StatusIndicator>;
  }
  return agent.agent_status === 'online' ? (
    <StatusIndicator type="success">Online</StatusIndicator>
  ) : (
    <StatusIndicator type="stopped">Offline</StatusIndicator>
  );
};

/** Whether the agent works properly. */
export const Health = ({
  agent: { resource_status },
}: {
  agent: Pick<AgentView, 'resource_status'>;
}) =>
  resource_status === 'HEALTHY' ? (
    <StatusIndicator type="success">Healthy</StatusIndicator>
  ) : (
    <StatusIndicator type="error">Unhealthy</StatusIndicator>
  );

/** Whether the agent's version differs from the one offered. */
export const isOutdated = ({ version, latest }: Pick<AgentView, 'version' | 'latest'>): boolean =>
  version !== undefined && version !== latest;
