import { Suspense, useState } from 'react';
import Badge from '@cloudscape-design/components/badge';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { ChatSession } from '#lib/domain/chat/session.schema.ts';
import type { ChatThread } from '#lib/domain/chat/thread.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { executions } from '#web/api/executions.ts';
import { useRefusal } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { lazyPart } from '#web/components/lazy-part.tsx';
import { LinkButton } from '#web/components/link.tsx';

const AbortRun = lazyPart(async () => (await import('#web/components/run/abort-run.tsx')).AbortRun);

type Props = {
  session: ChatSession;
  thread: ChatThread | undefined;
  isPanelOpen: boolean;
  onPanel: (isOpen: boolean) => void;
};

/** Ends the run that is talked about, with all of its agents. */
const Abort = ({ session: { bot_exc_id, bot_name, state } }: Pick<Props, 'session'>) => {
  const [isAsking, ask] = useState(false);
  const refusal = useRefusal(executions.abortExecution);
  if (isFinal(state)) return null;
  return (
    <>
      <Button {...disabledBy(refusal)} onClick={() => ask(true)}>
        Abort Run
      </Button>
      {isAsking && (
        <Suspense fallback={null}>
          <AbortRun run={{ _id: bot_exc_id, bot_name }} onClose={() => ask(false)} />
        </Suspense>
      )}
    </>
  );
};

/** Which agent is looked at, and the ways to its bot and its run. */
export const ChatHeader = ({ session, thread, isPanelOpen, onPanel }: Props) => {
  const { bot_id, bot_exc_id } = session;
  return (
    <div className="chat-head">
      <Button
        iconName={isPanelOpen ? 'angle-left' : 'menu'}
        ariaLabel={isPanelOpen ? 'Hide agents' : 'Show agents'}
        ariaExpanded={isPanelOpen}
        ariaControls="chat-agents"
        onClick={() => onPanel(!isPanelOpen)}
      />
      <div className="chat-head-rest">
        <Header
          variant="h1"
          actions={
            <SpaceBetween size="xs" direction="horizontal">
              <LinkButton to={pathTo('bot', { bot_id }, { mode: 'view' })}>Bot Page</LinkButton>
              <LinkButton to={pathTo('run', { bot_id, bot_exc_id })}>Execution Page</LinkButton>
              <Abort session={session} />
            </SpaceBetween>
          }
        >
          <span className="chat-agent-name">{thread?.agent_name.toUpperCase() ?? 'Chat'}</span>
          {thread?.loop_index !== undefined && (
            <>
              {' '}
              <Badge>Iteration {thread.loop_index + 1}</Badge>
            </>
          )}
        </Header>
      </div>
    </div>
  );
};
