import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { LaneWait, WaitingFor } from '#lib/domain/executions/execution.schema.ts';
import { Link, LinkButton } from '#web/components/link.tsx';
import { msOf, spanText, Time } from '#web/components/time.tsx';
import { useNow } from '#web/components/use-now.ts';
import { laneText } from './lane-text.ts';

/** What is waited for, in front of the time until which. */
const reasons: Record<WaitingFor['kind'], string> = {
  time: 'Waiting until ',
  retry: 'Waiting for the next attempt until ',
  approval: 'Waiting for approval until ',
  input: 'Waiting for input until ',
  task: 'Waiting for a task until ',
};

/** What a run waits for, until when, and where somebody can decide it. */
export const Waiting = ({ waiting }: { waiting: WaitingFor }) => {
  const left = msOf(waiting.until) - useNow();
  const approval = waiting.kind === 'approval' && waiting.approval_id;
  return (
    <Alert
      type="info"
      action={approval && <LinkButton to={`/approvals/view/${approval}`}>Open approval</LinkButton>}
    >
      {reasons[waiting.kind]}
      <Time at={waiting.until} />
      {left > 0 && ` (${spanText(left)} left)`}
    </Alert>
  );
};

type ListProps = { waits: readonly LaneWait[]; graph: Graph };

/** What the branches and turns of a run wait for; a run keeps no more than some of them. */
export const WaitList = ({ waits, graph }: ListProps) => (
  <div>
    <Box variant="awsui-key-label">Branches and turns that wait</Box>
    <ul className="bot-issue-list">
      {waits.map((wait) => (
        <li key={`${wait.lane} ${wait.node_id}`}>
          {laneText(graph, wait.lane)}: {reasons[wait.kind].toLowerCase()}
          <Time at={wait.until} />
          {wait.approval_id && (
            <>
              {' '}
              <Link to={`/approvals/view/${wait.approval_id}`}>Open approval</Link>
            </>
          )}
        </li>
      ))}
    </ul>
  </div>
);
