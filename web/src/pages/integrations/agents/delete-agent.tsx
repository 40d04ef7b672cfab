import Box from '@cloudscape-design/components/box';
import type { AgentView } from '#lib/domain/agents/agent.schema.ts';
import { agents } from '#web/api/agents.ts';
import { DeleteDialog } from '#web/components/delete-dialog.tsx';

const warning =
  'Its unfinished jobs fail. The installed program can no longer connect; remove it from where ' +
  'it runs.';

type Props = {
  agent: Pick<AgentView, 'agent_id' | 'name'>;
  onClose: () => void;
  onDeleted?: () => void;
};

/** Asks for confirmation, then deletes an agent, which loses its access. */
export const DeleteAgent = ({ agent: { agent_id, name }, onClose, onDeleted }: Props) => (
  <DeleteDialog
    call={agents.deleteAgent}
    input={{ agent_id }}
    subject="agent"
    warning={warning}
    successText="Agent deleted successfully."
    failureHeader="Failed to delete agent. Please try again later"
    onClose={onClose}
    onDeleted={onDeleted}
  >
    Delete the agent <Box variant="strong">{name}</Box> permanently? This cannot be undone.
  </DeleteDialog>
);
