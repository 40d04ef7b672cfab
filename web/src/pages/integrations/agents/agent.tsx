import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import ContentLayout from '@cloudscape-design/components/content-layout';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { AgentView } from '#lib/domain/agents/agent.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { agents } from '#web/api/agents.ts';
import { useCall } from '#web/api/use-call.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { breadcrumbsOf } from '#web/app/page-links.ts';
import { useRefusal } from '#web/app/session.ts';
import { Copy } from '#web/components/copy.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { Expiry } from '#web/components/expiry.tsx';
import { LinkButton } from '#web/components/link.tsx';
import { ItemPlaceholder } from '#web/components/item-placeholder.tsx';
import { Time } from '#web/components/time.tsx';
import { agentsHelp } from '../help.tsx';
import { Version } from './agent-columns.tsx';
import {
  agentPollEvery,
  ConnectionStatus,
  Health,
  isAwaitingFirstRequest,
  isRegistered,
  registeredText,
} from './agent-status.tsx';
import { DeleteAgent } from './delete-agent.tsx';
import { UpdateAgent } from './update-dialog.tsx';

const connectedText = {
  kubernetes: 'Kubernetes connected',
  linux: 'Linux host connected',
} as const;

/** What the agent can be used for now, or why it cannot. */
const Notice = ({ agent }: { agent: AgentView }) => {
  const { agent_status, integration_type, integration_id: accountId } = agent;
  if (!isRegistered(agent)) {
    return (
      <Alert
        type="info"
        header="The agent is not installed yet"
        action={
          <LinkButton to={pathTo('integration', { accountId }, { ref: 'agent' })}>
            Go to the agents
          </LinkButton>
        }
      >
        Continue its installation from the list of agents.
        {agent.enrolment === 'expired' && ' Its secret has expired: create another one.'}
        {agent.enrolment_expires_at !== undefined && (
          <>
            {' '}
            Its secret works until <Expiry at={agent.enrolment_expires_at} isOpen />.
          </>
        )}
      </Alert>
    );
  }
  if (isAwaitingFirstRequest({ agent })) {
    return (
      <Alert type="info" header={registeredText}>
        The agent requests work within seconds. If it does not, check its log.
      </Alert>
    );
  }
  if (agent_status === 'offline') {
    return (
      <Alert type="warning" header="The agent is offline">
        It has not requested work for two minutes. Check that the program runs and that it can reach
        Cloudwarden over HTTPS.
      </Alert>
    );
  }
  return (
    <Alert
      type="success"
      header={connectedText[integration_type]}
      action={
        <LinkButton to={pathTo('actions', {}, { integrationType: integration_type })}>
          Show actions
        </LinkButton>
      }
    >
      Bots can now run actions with this integration.
    </Alert>
  );
};

const Facts = ({ agent }: { agent: AgentView }) => (
  <KeyValuePairs
    columns={3}
    items={[
      { label: 'Status', value: <ConnectionStatus agent={agent} /> },
      {
        label: 'Health',
        value:
          isRegistered(agent) && !isAwaitingFirstRequest({ agent }) ? (
            <Health agent={agent} />
          ) : (
            '-'
          ),
      },
      { label: 'Last seen', value: <Time at={agent.last_claim_at} /> },
      { label: 'Version', value: <Version agent={agent} /> },
      { label: 'Operating system', value: agent.os ?? '-' },
      { label: 'Architecture', value: agent.architecture ?? '-' },
      ...(agent.integration_type === 'kubernetes'
        ? [{ label: 'Kubernetes version', value: agent.kubernetes_version ?? '-' }]
        : []),
      { label: 'Host name', value: agent.hostname ?? '-' },
      { label: 'IP address', value: agent.ip_address ?? '-' },
      { label: 'Registered', value: <Time at={agent.enrolled_at} /> },
      { label: 'Created', value: <Time at={agent.created_at} /> },
      { label: 'Agent ID', value: <Copy text={agent.agent_id} subject="agent ID" /> },
    ]}
  />
);

const LoadedAgent = ({ agent }: { agent: AgentView }) => {
  const navigate = useNavigate();
  const refusal = useRefusal(agents.deleteAgent);
  const [dialog, setDialog] = useState<'update' | 'delete'>();
  const close = () => setDialog(undefined);
  const { name, integration_id: accountId } = agent;
  const list = { text: 'Agents', to: pathTo('integration', { accountId }, { ref: 'agent' }) };
  usePage({
    page: 'agent',
    title: name,
    crumbs: [...breadcrumbsOf('agent'), list],
    help: agentsHelp,
  });
  const acts = (
    <SpaceBetween size="xs" direction="horizontal">
      <Button {...disabledBy(refusal)} onClick={() => setDialog('delete')}>
        Delete
      </Button>
      <Button onClick={() => setDialog('update')}>Update command</Button>
    </SpaceBetween>
  );
  return (
    <ContentLayout
      header={
        <Header variant="h1" info={<InfoLink />} actions={acts}>
          {name}
        </Header>
      }
    >
      <SpaceBetween size="l">
        <Notice agent={agent} />
        <Container header={<Header variant="h2">Overview</Header>}>
          <Facts agent={agent} />
        </Container>
      </SpaceBetween>
      {dialog === 'update' && <UpdateAgent agent={agent} onClose={close} />}
      {dialog === 'delete' && (
        <DeleteAgent
          agent={agent}
          onClose={close}
          onDeleted={() => void navigate(pathTo('integration', { accountId }, { ref: 'agent' }))}
        />
      )}
    </ContentLayout>
  );
};

/** `/integrations/view/{accountId}/agents/{agent_id}`: the state of one agent. */
export const AgentPage = () => {
  const { agent_id = '' } = useParams();
  const { data, error, refetch } = useCall(agents.getAgent, { agent_id }, { poll: agentPollEvery });
  if (data) return <LoadedAgent agent={data} />;
  return <ItemPlaceholder page="agent" error={error} onRetry={refetch} />;
};
