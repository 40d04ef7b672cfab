import { Suspense } from 'react';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { decisionText } from '#lib/domain/executions/outcome/outcome-text.rules.ts';
import type { PortalRun, StepGroup } from '#lib/domain/service-portal/portal.schema.ts';
import { Expiry } from '#web/components/expiry.tsx';
import { Loading } from '#web/components/loading.tsx';
import { lazyPart } from '#web/components/lazy-part.tsx';
import { Questions } from './questions.tsx';
import { StepState } from './statuses.tsx';
import { callApprovalIdsOf, pausesOf, waitsOf } from './waits.ts';

/** The code of a form is loaded when a run needs it: most steps are automatic. */
const LazyApproveStep = lazyPart(async () => (await import('./approve-step.tsx')).ApproveStep);
const LazyInputStep = lazyPart(async () => (await import('./input-step.tsx')).InputStep);

type Props = { group: StepGroup; run: PortalRun | undefined; onAnswered: () => void };

/** Until when the group waits; nothing if it does not. */
const PauseEnd = ({ group, run }: { group: StepGroup; run: PortalRun }) => {
  const [wait, ...otherWaits] = pausesOf(group, run);
  if (!wait) return null;
  return (
    <div>
      Waits until <Expiry at={wait.until} isOpen />
      {otherWaits.length > 0 && ', and for others'}
    </div>
  );
};

/** Automatic steps, each with its state. */
const Progress = ({ group, run }: Props) => (
  <SpaceBetween size="s">
    <ul className="portal-steps">
      {group.steps.map((step) => (
        <li key={step.id}>
          {step.name}
          {run && (
            <StepState
              status={run.statuses[step.id] ?? 'QUEUED'}
              kind={group.kind}
              approvals={callApprovalIdsOf([{ steps: [step] }], run)}
              run={run.state}
            />
          )}
        </li>
      ))}
    </ul>
    {run && <PauseEnd group={group} run={run} />}
  </SpaceBetween>
);

/** The questions to people, answered in place. */
const StepQuestions = ({ group, run, onAnswered }: Props & { run: PortalRun }) => {
  const waits = waitsOf(group, run);
  const [{ id } = { id: '' }] = group.steps;
  const status = run.statuses[id];
  const decision = run.decisions[id];
  if (decision) return <Box>{decisionText(decision)}</Box>;
  if (status === 'FAILED' || status === 'CANCELLED') {
    return <Box>This step ended without an answer.</Box>;
  }
  if (run.dry_run) return <Box>Nobody was asked: this was a dry run.</Box>;
  const questions = waits.filter((wait) => wait.user_input_id ?? wait.approval_id);
  if (questions.length === 0) return <Loading text="Loading question" />;
  return (
    <Questions groups={run.groups} waits={questions}>
      {({ user_input_id, approval_id, until }) => (
        <Suspense fallback={<Loading text="Loading question" />}>
          {user_input_id === undefined ? (
            <LazyApproveStep id={approval_id ?? ''} until={until} onAnswered={onAnswered} />
          ) : (
            <LazyInputStep id={user_input_id} until={until} onAnswered={onAnswered} />
          )}
        </Suspense>
      )}
    </Questions>
  );
};

/** The content of an open group of steps. */
export const StepBody = (props: Props) => {
  const { group, run } = props;
  const isQuestion = group.kind === 'Input' || group.kind === 'Approve';
  return run && isQuestion ? <StepQuestions {...props} run={run} /> : <Progress {...props} />;
};
