import { Suspense, useState } from 'react';
import Badge from '@cloudscape-design/components/badge';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { ChatSession } from '#lib/domain/chat/session.schema.ts';
import type { ChatThread } from '#lib/domain/chat/thread.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { executions } from '#web/api/executions.ts';
import { useRefusal } from '#web/app/session.ts';
import { turnText } from '#web/components/chat/thread-status.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { lazyPart } from '#web/components/lazy-part.tsx';
import { LinkButton, useFollow } from '#web/components/link.tsx';
import { useIsNarrow } from '#web/components/use-is-narrow.ts';

const LazyAbortRun = lazyPart(
  async () => (await import('#web/components/run/abort-run.tsx')).AbortRun,
);

type Props = {
  session: ChatSession;
  thread: ChatThread | undefined;
  isPanelOpen: boolean;
  onPanel: (isOpen: boolean) => void;
};

type SessionProps = Pick<Props, 'session'>;

/** Aborts the run of the chat, with all of its agents. */
const useAbort = ({ bot_exc_id, bot_name, state }: ChatSession) => {
  const [isAsking, setAsking] = useState(false);
  const refusal = useRefusal(executions.abortExecution);
  const dialog = isAsking && (
    <Suspense fallback={null}>
      <LazyAbortRun run={{ _id: bot_exc_id, bot_name }} onClose={() => setAsking(false)} />
    </Suspense>
  );
  const isOffered = !isFinal(state);
  return { isOffered, refusal, ask: () => setAsking(true), dialog: isOffered && dialog };
};

/** Links to the bot and to the run. */
const linksOf = ({ bot_id, bot_exc_id }: ChatSession) => [
  { text: 'Bot Page', to: pathTo('bot', { bot_id }, { mode: 'view' }) },
  { text: 'Execution Page', to: pathTo('run', { bot_id, bot_exc_id }) },
];

const Buttons = ({ session }: SessionProps) => {
  const abort = useAbort(session);
  return (
    <SpaceBetween size="xs" direction="horizontal">
      {linksOf(session).map(({ text, to }) => (
        <LinkButton key={text} to={to}>
          {text}
        </LinkButton>
      ))}
      {abort.isOffered && (
        <Button {...disabledBy(abort.refusal)} onClick={abort.ask}>
          Abort Run
        </Button>
      )}
      {abort.dialog}
    </SpaceBetween>
  );
};

/** The same as a menu on narrow screens, where buttons would take the space of the messages. */
const Menu = ({ session }: SessionProps) => {
  const abort = useAbort(session);
  const follow = useFollow();
  const abortItem = { id: 'abort', text: 'Abort Run', ...disabledBy(abort.refusal) };
  return (
    <>
      <ButtonDropdown
        variant="icon"
        ariaLabel="Chat actions"
        items={[
          ...linksOf(session).map(({ text, to }) => ({ id: text, text, href: `#${to}` })),
          ...(abort.isOffered ? [abortItem] : []),
        ]}
        onItemFollow={follow}
        onItemClick={({ detail }) => detail.id === abortItem.id && abort.ask()}
      />
      {abort.dialog}
    </>
  );
};

/** The agent shown, and links to its bot and its run. */
export const ChatHeader = ({ session, thread, isPanelOpen, onPanel }: Props) => {
  const isNarrow = useIsNarrow();
  const turn = thread && turnText(thread);
  const agent = (
    <>
      <span className="chat-agent-name">{thread?.agent_name.toUpperCase() ?? 'Chat'}</span>
      {turn !== undefined && (
        <>
          {' '}
          <Badge>{turn}</Badge>
        </>
      )}
    </>
  );
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
        <Header variant="h1" actions={!isNarrow && <Buttons session={session} />}>
          {agent}
        </Header>
      </div>
      {isNarrow && <Menu session={session} />}
    </div>
  );
};
