import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { agents } from '#web/api/agents.ts';
import { useCall } from '#web/api/use-call.ts';
import { isRegistered } from './agent-standing.tsx';

/** In milliseconds, while an agent is waited for. */
const registrationPoll = 5000;

/** Whether the agent has registered, asked for until it has. */
export const useRegistration = (agentId: string | undefined, isAsked: boolean) => {
  const { data, error, refetch } = useCall(
    agents.getAgentStatus,
    { agent_id: agentId ?? '' },
    {
      enabled: isAsked && agentId !== undefined,
      poll: (status) => (status && isRegistered(status) ? false : registrationPoll),
    },
  );
  const isDone = data !== undefined && isRegistered(data);
  const isMissing = agentId === undefined || error?.status === 404;
  return { isDone, isMissing, failed: error !== null, retry: () => void refetch() };
};

type Props = ReturnType<typeof useRegistration>;

/** Waits for the agent to register. */
export const VerifyStep = ({ isDone, isMissing, failed, retry }: Props) => {
  if (isDone) {
    return <StatusIndicator type="success">The agent is connected</StatusIndicator>;
  }
  if (isMissing) return <Alert type="error">No agent ID found. Please try again.</Alert>;
  return (
    <SpaceBetween size="m">
      {failed && (
        <Alert type="error" action={<Button onClick={retry}>Retry</Button>}>
          Failed to check agent status. Please try again.
        </Alert>
      )}
      <StatusIndicator type="in-progress">Waiting for the agent to register</StatusIndicator>
      <Box color="text-body-secondary" fontSize="body-s">
        We check every 5 seconds. You can close this panel and come back from the list of agents.
      </Box>
    </SpaceBetween>
  );
};
