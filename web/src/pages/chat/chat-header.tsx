import Badge from '@cloudscape-design/components/badge';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ChatSession } from '#lib/domain/chat/session.schema.ts';
import type { ChatThread } from '#lib/domain/chat/thread.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { LinkButton } from '#web/components/link.tsx';

type Props = {
  session: ChatSession;
  thread: ChatThread | undefined;
  isPanelOpen: boolean;
  onPanel: (isOpen: boolean) => void;
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
