import { useState } from 'react';
import Button from '@cloudscape-design/components/button';
import * as z from 'zod';
import type { AgentView } from '#lib/domain/agents/agent.schema.ts';
import { agents } from '#web/api/agents.ts';
import { useRefusal } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { listOf } from '#web/components/list-spec.ts';
import { ListTable } from '#web/components/list-table.tsx';
import { useList } from '#web/components/use-list.ts';
import { pageParam, sizeParam } from '#web/components/use-url-state.ts';
import { type AgentAct, agentColumns } from './agent-columns.tsx';
import { agentPollEvery } from './agent-status.tsx';
import { DeleteAgent } from './delete-agent.tsx';
import { UpdateAgent } from './update-dialog.tsx';

const agentList = listOf({
  id: 'agents',
  url: z.object({ page: pageParam, itemCount: sizeParam }),
  page: 'page',
  size: 'itemCount',
  filter: [],
  call: agents.listAgents,
  inputOf: (_url, integration_id: string) => ({ integration_id }),
  poll: agentPollEvery,
});

type Props = {
  integrationId: string;
  /** There is none yet: adding one is the next step. */
  isFirst: boolean;
  /** Opens the wizard, for a new agent or for one that is not installed yet. */
  onInstall: (agent?: AgentView) => void;
};

/** The agents that work for an integration inside its network. */
export const Agents = ({ integrationId, isFirst, onInstall }: Props) => {
  const { list } = useList(agentList, integrationId);
  const refusal = useRefusal(agents.createAgent);
  const [dialog, setDialog] = useState<{ action: AgentAct; agent: AgentView }>();
  const close = () => setDialog(undefined);
  const onAct = (action: AgentAct, agent: AgentView) =>
    action === 'install' ? onInstall(agent) : setDialog({ action, agent });
  const add = (
    <Button
      variant={isFirst ? 'primary' : 'normal'}
      {...disabledBy(refusal)}
      onClick={() => onInstall()}
    >
      Add agent
    </Button>
  );
  return (
    <>
      <ListTable
        {...list}
        title="Agents"
        rows="agents"
        variant="container"
        columns={agentColumns(onAct)}
        keyOf={({ agent_id }) => agent_id}
        nameOf={({ name }) => name}
        actions={add}
        empty={{
          title: 'No agents',
          text: 'No agents are currently connected to this integration.',
        }}
      />
      {dialog?.action === 'delete' && <DeleteAgent agent={dialog.agent} onClose={close} />}
      {dialog?.action === 'update' && <UpdateAgent agent={dialog.agent} onClose={close} />}
    </>
  );
};
