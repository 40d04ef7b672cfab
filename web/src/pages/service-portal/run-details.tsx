import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { PortalRun } from '#lib/domain/service-portal/portal.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { LinkButton } from '#web/components/link.tsx';
import { RunEnd } from '#web/components/run/run-end.tsx';
import { Entered } from './entered.tsx';
import { Steps } from './steps.tsx';
import { asksInChat } from './waits.ts';
import { useMayAnswer, WaitsForAnswer } from './waits-for-answer.tsx';

type Props = { run: PortalRun; onAnswered: () => void };

/** An agent asks in the chat, which stands elsewhere. */
const AskedInChat = ({ run: { bot_id: app_id, _id: bot_exc_id } }: Pick<Props, 'run'>) => {
  const mayAnswer = useMayAnswer();
  return (
    <Alert
      type="info"
      header={<WaitsForAnswer />}
      action={
        <LinkButton to={pathTo('portalRun', { app_id, bot_exc_id }, { tab: 'chat' })}>
          {mayAnswer ? 'Answer in chat' : 'Read chat'}
        </LinkButton>
      }
    >
      The agent asks {mayAnswer && 'you '}a question in the chat.
    </Alert>
  );
};

/** What became of it, the steps, and what was entered into them. */
export const RunDetails = ({ run, onAnswered }: Props) => (
  <SpaceBetween size="l">
    <RunEnd run={run} />
    {asksInChat(run) && <AskedInChat run={run} />}
    <Steps key={run._id} groups={run.groups} run={run} onAnswered={onAnswered} />
    <Entered forms={run.entered} />
  </SpaceBetween>
);
