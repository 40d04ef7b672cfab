import Badge from '@cloudscape-design/components/badge';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { AgentView } from '#lib/domain/agents/agent.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { agents } from '#web/api/agents.ts';
import { useRefusals } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { Link } from '#web/components/link.tsx';
import type { Column } from '#web/components/list-table.tsx';
import { Time } from '#web/components/time.tsx';
import { ConnectionStatus, Health, isOutdated, isRegistered } from './agent-status.tsx';

const acts = ['install', 'update', 'delete'] as const;
export type AgentAct = (typeof acts)[number];
type OnAct = (action: AgentAct, agent: AgentView) => void;

const calls = { install: agents.createAgentKey, delete: agents.deleteAgent };

const RowMenu = ({ agent, onAct }: { agent: AgentView; onAct: OnAct }) => {
  const refusals = useRefusals(calls);
  return (
    <ButtonDropdown
      variant="inline-icon"
      expandToViewport
      ariaLabel={`Actions for ${agent.name}`}
      items={[
        ...(isRegistered(agent) ? [{ id: 'update', text: 'Update command' }] : []),
        {
          id: 'install',
          text: isRegistered(agent) ? 'Install with another key' : 'Continue installation',
          ...disabledBy(refusals.install),
        },
        { id: 'delete', text: 'Delete', ...disabledBy(refusals.delete) },
      ]}
      onItemClick={({ detail }) => {
        const action = acts.find((name) => name === detail.id);
        if (action) onAct(action, agent);
      }}
    />
  );
};

/** The agent's version, and whether there is a newer one. */
export const Version = ({ agent }: { agent: AgentView }) =>
  isOutdated(agent) ? (
    <SpaceBetween size="xxs" direction="horizontal">
      <span>{agent.version}</span>
      <Badge color="blue">{agent.latest} available</Badge>
    </SpaceBetween>
  ) : (
    (agent.version ?? '-')
  );

export const agentColumns = (onAct: OnAct): Column<AgentView>[] => [
  {
    id: 'name',
    name: 'Name',
    isRowHeader: true,
    width: 180,
    cell: ({ agent_id, integration_id: accountId, name }) => (
      <Link to={pathTo('agent', { accountId, agent_id })}>{name}</Link>
    ),
  },
  {
    id: 'status',
    name: 'Status',
    width: 165,
    cell: (agent) => <ConnectionStatus agent={agent} />,
  },
  {
    id: 'health',
    name: 'Health',
    width: 130,
    cell: (agent) => (isRegistered(agent) ? <Health agent={agent} /> : '-'),
  },
  { id: 'version', name: 'Version', width: 190, cell: (agent) => <Version agent={agent} /> },
  { id: 'os', name: 'Operating system', width: 160, cell: ({ os }) => os ?? '-' },
  {
    id: 'architecture',
    name: 'Architecture',
    hidden: true,
    width: 130,
    cell: ({ architecture }) => architecture ?? '-',
  },
  {
    id: 'kubernetes_version',
    name: 'Kubernetes version',
    hidden: true,
    width: 170,
    cell: ({ kubernetes_version }) => kubernetes_version ?? '-',
  },
  {
    id: 'ip_address',
    name: 'IP address',
    hidden: true,
    width: 150,
    cell: ({ ip_address }) => ip_address ?? '-',
  },
  {
    id: 'last_claim_at',
    name: 'Last seen',
    width: 190,
    cell: ({ last_claim_at }) => <Time at={last_claim_at} />,
  },
  {
    id: 'created_at',
    name: 'Created',
    hidden: true,
    width: 190,
    cell: ({ created_at }) => <Time at={created_at} />,
  },
  {
    id: 'actions',
    name: 'Actions',
    width: 105,
    minWidth: 105,
    cell: (agent) => <RowMenu agent={agent} onAct={onAct} />,
  },
];
