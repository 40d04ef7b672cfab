import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import type { ApprovalView } from '#lib/domain/approvals/approval.schema.ts';
import { expiryFacts, quorumFacts } from '#web/components/approvals/facts.tsx';
import { BotLink } from '#web/components/bot-link.tsx';
import { Copy } from '#web/components/copy.tsx';
import { Time } from '#web/components/time.tsx';
import { turnText } from '#lib/domain/questions/turn.rules.ts';
import { RunLink } from './run-link.tsx';
import { Status } from './statuses.tsx';

/** The age of the data that the run checked before it acted. */
const ReadAgainInfo = ({ as_of, is_live, why }: NonNullable<ApprovalView['read_again']>) => (
  <>
    {is_live ? 'Live, ' : 'In the scan of '}
    <Time at={as_of} />
    {why !== undefined && (
      <Box variant="small" color="text-body-secondary">
        {why}
      </Box>
    )}
  </>
);

const itemsOf = (approval: ApprovalView) => [
  { label: 'Status', value: <Status status={approval.status} /> },
  { label: 'Bot', value: <BotLink {...approval} /> },
  { label: 'Run', value: <RunLink approval={approval} /> },
  ...(approval.loop_details
    ? [{ label: 'Iteration', value: turnText(approval.loop_details) }]
    : []),
  { label: 'Message', value: approval.message || '-' },
  ...quorumFacts(approval),
  { label: 'Created', value: <Time at={approval.requested_on} /> },
  ...expiryFacts(approval),
  ...(approval.read_again
    ? [{ label: 'Read again', value: <ReadAgainInfo {...approval.read_again} /> }]
    : []),
  { label: 'Approval ID', value: <Copy text={approval._id} subject="approval ID" /> },
];

export const Summary = ({ approval }: { approval: ApprovalView }) => (
  <Container header={<Header variant="h2">Details</Header>}>
    <KeyValuePairs columns={3} items={itemsOf(approval)} />
  </Container>
);
