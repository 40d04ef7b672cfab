import './approvals.css';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ApprovalView, NextNode } from '#lib/domain/approvals/approval.schema.ts';
import { escapeInvisible } from '#lib/kernel/display-text.ts';
import { FactList } from '#web/components/fact-list.tsx';

type ShownFields = 'pinned_nodes' | 'next_nodes' | 'status' | 'resource_count';
type Props = { approval: Pick<ApprovalView, ShownFields> };

/** For lists of approvals: a mark that the run uses pinned data. */
export const PinnedMark = ({ approval: { pinned_nodes: names } }: Props) =>
  names ? (
    <StatusIndicator type="warning">Uses pinned data for: {names.join(', ')}</StatusIndicator>
  ) : null;

const expression = /\{%(.*?)%\}/gs;

/** Shows expressions that have no value yet as the paths that they read. */
const toReadable = (text: string): string =>
  escapeInvisible(text.replace(expression, (_, code: string) => `‹${code.trim()}›`));

const NextStep = ({ name, would, account }: NextNode) => (
  <>
    <b>{name}</b>
    {account !== undefined && ` in ${account}`}
    {would !== undefined && <span className="approval-entered">: {toReadable(would)}</span>}
  </>
);

const noteText = (nodes: readonly NextNode[], count: number): string =>
  [
    count > 1 && nodes.some(({ would }) => would) && 'Shown as if all resources are approved.',
    nodes.some(({ would = '' }) => would.search(expression) >= 0) &&
      'Values in ‹ › are known only once the bot reaches that step.',
  ]
    .filter(Boolean)
    .join(' ');

/** The steps that follow in the run, while the approval is pending. */
export const NextNodes = ({ approval }: Props) => {
  const { next_nodes: nodes, status, resource_count } = approval;
  if (!nodes || status !== 'pending') return null;
  if (nodes.length === 0) {
    return <Box>If approved, the bot ends without changing anything else.</Box>;
  }
  const note = noteText(nodes, resource_count);
  return (
    <div>
      <Box>If approved, the bot continues with:</Box>
      <FactList>
        {nodes.map((node) => (
          <li key={node.name}>
            <NextStep {...node} />
          </li>
        ))}
      </FactList>
      {note !== '' && (
        <Box variant="small" color="text-body-secondary">
          {note}
        </Box>
      )}
    </div>
  );
};

/**
 * The steps that follow in the run, and a warning if it uses pinned data: to be read before
 * deciding.
 */
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
