import type { ReactNode } from 'react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { LaneWait, WaitingFor } from '#lib/domain/executions/execution.schema.ts';
import { wholeRun } from '#lib/domain/executions/lanes/lane.rules.ts';
import { pathTo } from '#lib/pages.ts';
import { useMayDecide } from '#web/components/approvals/use-approval.ts';
import { CanvasMessage } from '#web/components/graph/canvas-message.tsx';
import { Link, LinkButton } from '#web/components/link.tsx';
import { msOf, spanText, Time } from '#web/components/time.tsx';
import { useNow } from '#web/components/use-now.ts';
import { useMaySubmit } from '#web/components/user-inputs/use-user-input.ts';
import { laneText } from '#web/components/run/lane-text.ts';
import { scrollToQuestion } from '#web/components/run/scroll-to-question.ts';
import type { RunViewState } from '#web/components/run/run-view-state.ts';
import { questionsOf } from './questions.ts';
import { AnswerAccess } from './answer-access.tsx';

/** What the run waits for, shown before the time. */
const reasons: Record<WaitingFor['kind'], string> = {
  time: 'Waiting until ',
  retry: 'Waiting for the next attempt until ',
  look: 'Waiting for an external state; the next check is at ',
  approval: 'Waiting for approval until ',
  input: 'Waiting for input until ',
  message: 'An agent asks a question. It continues once somebody answers.',
  task: 'Waiting for a task until ',
};

const agentAtWorkText = 'An agent is at work since ';

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** What a run waits for, with the time to show. */
const reasonOf = ({ graph }: RunViewState, { kind, node_id, until, since }: WaitingFor) => {
  // The run polls for an answer: no time is final.
  if (kind === 'message') return { reason: reasons.message };
  const isAgent = graph?.nodes.some(({ id, type }) => id === node_id && type === 'ai_agent');
  return kind === 'look' && isAgent && since !== undefined
    ? { reason: agentAtWorkText, at: since }
    : { reason: reasons[kind], at: until, until };
};

/** The page on which people answer the question. */
const answerLinkOf = (
  { run }: RunViewState,
  { approval_id, user_input_id, thread }: WaitingFor,
) => {
  if (approval_id) return { to: pathTo('approval', { approval_id }), text: 'Open approval' };
  if (thread) {
    const { bot_id, _id: bot_exc_id } = run;
    const to = pathTo('chat', { bot_id, bot_exc_id }, { thread: thread.chat_thread_id });
    return { to, text: 'Open chat' };
  }
  return user_input_id && { to: pathTo('userInput', { user_input_id }), text: 'Open form' };
};

type IfMayProps = { id: string; children: ReactNode };

/** Shown to users who may decide, until they have. */
const IfMayDecide = ({ id, children }: IfMayProps) => (useMayDecide(id) ? children : null);

/** Shown to users who may submit the form. */
const IfMaySubmit = ({ id, children }: IfMayProps) => (useMaySubmit(id) ? children : null);

type Props = { view: RunViewState; wait: LaneWait };

const Wait = ({ view, wait }: Props) => {
  const now = useNow();
  const answer = answerLinkOf(view, wait);
  const laneLabel = laneText(view.graph, wait.lane);
  const { reason, at, until } = reasonOf(view, wait);
  const remainingMs = until === undefined ? 0 : msOf(until) - now;
  const { approval_id, user_input_id } = wait;
  const answerHere = () => {
    scrollToQuestion(approval_id ?? user_input_id);
    view.jump(wait.node_id, wait.lane);
  };
  const answerButton = <Button onClick={answerHere}>Answer here</Button>;
  return (
    <CanvasMessage
      type="info"
      messageKey={`${wait.kind} ${wait.node_id} ${wait.lane}`}
      action={
        answer && (
          <AnswerAccess view={view} wait={wait}>
            <SpaceBetween size="xs" direction="horizontal">
              <LinkButton to={answer.to}>{answer.text}</LinkButton>
              {approval_id && <IfMayDecide id={approval_id}>{answerButton}</IfMayDecide>}
              {user_input_id && <IfMaySubmit id={user_input_id}>{answerButton}</IfMaySubmit>}
            </SpaceBetween>
          </AnswerAccess>
        )
      }
    >
      {laneLabel === '' ? reason : `${laneLabel}: ${lowerFirst(reason)}`}
      {at !== undefined && <Time at={at} />}
      {remainingMs > 0 && ` (${spanText(remainingMs)} left)`}
    </CanvasMessage>
  );
};

/** What a run waits for, until when, and where to answer it. */
export const Waiting = ({ view }: { view: RunViewState }) => {
  const { waiting_for: runWait } = view.run;
  const [question] = questionsOf(view.run);
  const wait = runWait ? { ...runWait, lane: wholeRun } : question;
  return wait ? <Wait view={view} wait={wait} /> : null;
};

/** What the branches and turns of a run wait for; a run stores only some of them. */
export const WaitList = ({ view }: { view: RunViewState }) => (
  <div>
    <Box variant="awsui-key-label">Branches and iterations that wait</Box>
    <ul className="bot-issue-list">
      {view.run.waits.map((wait) => {
        const answer = answerLinkOf(view, wait);
        const { reason, at } = reasonOf(view, wait);
        return (
          <li key={`${wait.lane} ${wait.node_id}`}>
            <Button variant="inline-link" onClick={() => view.jump(wait.node_id, wait.lane)}>
              {laneText(view.graph, wait.lane)}
            </Button>
            : {lowerFirst(reason)}
            {at !== undefined && <Time at={at} />}{' '}
            {answer && (
              <AnswerAccess view={view} wait={wait}>
                <Link to={answer.to}>{answer.text}</Link>
              </AnswerAccess>
            )}
          </li>
        );
      })}
    </ul>
  </div>
);
