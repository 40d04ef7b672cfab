import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ApprovalView } from '#lib/domain/approvals/approval.schema.ts';

type Props = { approval: Pick<ApprovalView, 'pinned_nodes' | 'next_nodes' | 'status'> };

/** Where an approval is one of many: that its run takes pinned data. */
export const PinnedMark = ({ approval: { pinned_nodes: names } }: Props) =>
  names ? (
    <StatusIndicator type="warning">Uses pinned data for: {names.join(', ')}</StatusIndicator>
  ) : null;

/** What the run does next, while that is still to be decided. */
export const NextNodes = ({ approval: { next_nodes: nodes, status } }: Props) => {
  if (!nodes || status !== 'pending') return null;
  if (nodes.length === 0) {
    return <Box>If approved, the bot ends without changing anything else.</Box>;
  }
  return (
    <div>
      <Box>If approved, the bot continues with:</Box>
      <ul>
        {nodes.map(({ name, would }) => (
          <li key={name}>
            <b>{name}</b>
            {would && <>: {would}</>}
          </li>
        ))}
      </ul>
    </div>
  );
};

/** What the run does next, and that its data are made up, read before one decides. */
export const Consequences = ({ approval }: Props) => (
  <SpaceBetween size="s">
    {approval.pinned_nodes && (
      <Alert type="warning" header={`Uses pinned data for: ${approval.pinned_nodes.join(', ')}`}>
        This run tries the bot. What it asks about may not be real; what it does once approved is.
      </Alert>
    )}
    <NextNodes approval={approval} />
  </SpaceBetween>
);
