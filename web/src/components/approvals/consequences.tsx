import Alert from '@cloudscape-design/components/alert';
import Badge from '@cloudscape-design/components/badge';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ApprovalView } from '#lib/domain/approvals/approval.schema.ts';

type Props = { approval: Pick<ApprovalView, 'pinned_nodes' | 'next_nodes' | 'status'> };

/** Beside the name of an approval whose run takes pinned data. */
export const PinnedBadge = ({ approval: { pinned_nodes: names } }: Props) =>
  names ? <Badge color="severity-medium">Uses pinned data for: {names.join(', ')}</Badge> : null;

const nextText = (names: readonly string[]): string =>
  names.length > 0
    ? `If approved, the bot goes on with: ${names.join(', ')}.`
    : 'If approved, the bot ends: it does nothing more that changes something.';

/** What the run does next, and that its data are made up, read before one decides. */
export const Consequences = ({ approval: { pinned_nodes, next_nodes, status } }: Props) => {
  const next = status === 'pending' && next_nodes;
  if (!pinned_nodes && !next) return null;
  return (
    <SpaceBetween size="s">
      {pinned_nodes && (
        <Alert type="warning" header={`Uses pinned data for: ${pinned_nodes.join(', ')}`}>
          This run tries the bot. What it asks about may not be real; what it does once approved is.
        </Alert>
      )}
      {next && <Box>{nextText(next)}</Box>}
    </SpaceBetween>
  );
};
