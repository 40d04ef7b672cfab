import type { ReactNode } from 'react';
import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { PortalRun } from '#lib/domain/service-portal/portal.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { LinkButton } from '#web/components/link.tsx';
import { RunEnd } from '#web/components/run/run-end.tsx';
import { EnteredValues } from './entered-values.tsx';
import { Steps } from './steps.tsx';
import { asksInChat, callApprovalIdsOf } from './waits.ts';
import { useMayAnswer, WaitsForAnswer } from './waits-for-answer.tsx';
import { approvalText, OwnApprovalCheck } from './waits-for-approval.tsx';

type Props = { run: PortalRun; onAnswered: () => void };

type RunProps = Pick<Props, 'run'>;

type ChatHintProps = RunProps & {
  header: ReactNode;
  /** What the user can do there. */
  linkText: string;
  children: ReactNode;
};

/** A hint that an agent asks in the chat, which is elsewhere on the page. */
const ChatHint = ({ run: { bot_id: app_id, _id: bot_exc_id }, ...props }: ChatHintProps) => (
  <Alert
    type="info"
    header={props.header}
    action={
      <LinkButton to={pathTo('portalRun', { app_id, bot_exc_id }, { tab: 'chat' })}>
        {props.linkText}
      </LinkButton>
    }
  >
    {props.children}
  </Alert>
);

const Question = ({ run }: RunProps) => {
  const mayAnswer = useMayAnswer();
  return (
    <ChatHint
      run={run}
      header={<WaitsForAnswer />}
      linkText={mayAnswer ? 'Answer in chat' : 'Read chat'}
    >
      The agent asks {mayAnswer && 'you '}a question in the chat.
    </ChatHint>
  );
};

const Approval = ({ run, approvals }: RunProps & { approvals: readonly string[] }) => (
  <OwnApprovalCheck approvals={approvals}>
    {(isTheirs) => (
      <ChatHint
        run={run}
        header={approvalText(isTheirs)}
        linkText={isTheirs ? 'Decide in chat' : 'Read chat'}
      >
        The agent asks {isTheirs ? 'you' : 'others'} to approve a call.
      </ChatHint>
    )}
  </OwnApprovalCheck>
);

/** The result of the run, its steps, and the values entered into them. */
export const RunDetails = ({ run, onAnswered }: Props) => {
  const approvals = callApprovalIdsOf(run.groups, run);
  return (
    <SpaceBetween size="l">
      <RunEnd run={run} />
      {asksInChat(run) && <Question run={run} />}
      {approvals.length > 0 && <Approval {...{ run, approvals }} />}
      <Steps key={run._id} groups={run.groups} run={run} onAnswered={onAnswered} />
      <EnteredValues forms={run.entered} />
    </SpaceBetween>
  );
};
