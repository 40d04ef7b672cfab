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

/** Where people answer what is waited for. */
const answerOf = ({ approval_id, user_input_id }: WaitingFor) => {
  if (approval_id) return { to: `/approvals/view/${approval_id}`, text: 'Open approval' };
  return user_input_id && { to: `/user-input/${user_input_id}`, text: 'Open form' };
};

/** What a run waits for, until when, and where somebody can decide it. */
export const Waiting = ({ waiting }: { waiting: WaitingFor }) => {
  const left = msOf(waiting.until) - useNow();
  const answer = answerOf(waiting);
  return (
    <Alert type="info" action={answer && <LinkButton to={answer.to}>{answer.text}</LinkButton>}>
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
      {waits.map((wait) => {
        const answer = answerOf(wait);
        return (
          <li key={`${wait.lane} ${wait.node_id}`}>
            {laneText(graph, wait.lane)}: {reasons[wait.kind].toLowerCase()}
            <Time at={wait.until} /> {answer && <Link to={answer.to}>{answer.text}</Link>}
          </li>
        );
      })}
    </ul>
  </div>
);
