import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { AgentView } from '#lib/domain/agents/agent.schema.ts';
import { agents } from '#web/api/agents.ts';
import { useCall } from '#web/api/use-call.ts';
import { Expiry } from '#web/components/expiry.tsx';
import { isRegistered } from './agent-status.tsx';

/** Milliseconds between polls while waiting for an agent. */
const registrationPollEvery = 5000;

/** Whether the agent is registered, without a pending secret. */
const isRegistrationDone = (status: Pick<AgentView, 'status' | 'enrolment'>): boolean =>
  isRegistered(status) && status.enrolment === 'none';

/** Whether the agent has registered; polls until it has. */
export const useRegistration = (agentId: string | undefined, isActive: boolean) => {
  const { data, error, refetch } = useCall(
    agents.getAgentStatus,
    { agent_id: agentId ?? '' },
    {
      enabled: isActive && agentId !== undefined,
      poll: (status) => (status && isRegistrationDone(status) ? false : registrationPollEvery),
    },
  );
  const isDone = data !== undefined && isRegistrationDone(data);
  const isMissing = agentId === undefined || error?.status === 404;
  const { enrolment, enrolment_expires_at: until } = data ?? {};
  const isExpired = enrolment === 'expired';
  const failed = error !== null;
  return { isDone, isMissing, isExpired, until, failed, retry: () => void refetch() };
};

type Props = ReturnType<typeof useRegistration> & {
  /** Returns to the step that creates another secret. */
  onAnother: () => void;
};

const Waiting = ({ until }: { until: string | undefined }) => (
  <>
    <StatusIndicator type="in-progress">Waiting for the agent to register</StatusIndicator>
    {until !== undefined && (
      <Box>
        The secret works until <Expiry at={until} isOpen />.
      </Box>
    )}
    <Box color="text-body-secondary" fontSize="body-s">
      We check every 5 seconds. You can close this panel and come back from the list of agents.
    </Box>
  </>
);

/** Waits for the agent to register, while its secret is valid. */
export const VerifyStep = ({ isDone, isMissing, isExpired, until, failed, ...acts }: Props) => {
  if (isDone) {
    return <StatusIndicator type="success">The agent is connected</StatusIndicator>;
  }
  if (isMissing) return <Alert type="error">No agent ID found. Please try again.</Alert>;
  return (
    <SpaceBetween size="m">
      {failed && (
        <Alert type="error" action={<Button onClick={acts.retry}>Retry</Button>}>
          Failed to check agent status. Please try again.
        </Alert>
      )}
      {isExpired ? (
        <Alert
          type="warning"
          header="The secret has expired"
          action={<Button onClick={acts.onAnother}>Create another secret</Button>}
        >
          The agent did not register within the hour. Create another secret and use it to install
          the agent.
        </Alert>
      ) : (
        <Waiting until={until} />
      )}
    </SpaceBetween>
  );
};
