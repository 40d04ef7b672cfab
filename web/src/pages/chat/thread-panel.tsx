import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ChatThread } from '#lib/domain/chat/thread.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { LinkButton } from '#web/components/link.tsx';
import { statusLabelOf, turnText } from '#web/components/chat/thread-status.ts';
import { Time } from '#web/components/time.tsx';
import type { useThreads } from '#web/components/chat/use-threads.ts';

/** The threads of each agent node, ordered by their newest ones. */
const groupsOf = (threads: readonly ChatThread[]) => {
  const groups = new Map<string, { name: string; threads: ChatThread[] }>();
  for (const thread of threads) {
    const group = groups.get(thread.agent_node_id) ?? { name: thread.agent_name, threads: [] };
    group.threads.push(thread);
    groups.set(thread.agent_node_id, group);
  }
  return [...groups];
};

/** The turn that the agent works in; outside of loops, the agent's name. */
const threadName = (thread: ChatThread): string => turnText(thread) ?? thread.agent_name;

type ItemProps = { thread: ChatThread; isChosen: boolean; onChoose: () => void };

/** The bot that the agent ran last, and its run. */
const GeneratedBotLinks = ({ thread }: { thread: ChatThread }) => {
  const { session_generated_bot_id: bot_id, session_generated_bot_exc_id: bot_exc_id } = thread;
  if (bot_id === undefined || bot_exc_id === undefined) return null;
  const labelSuffix = `of ${thread.agent_name}, ${threadName(thread)}`;
  return (
    <div className="chat-generated">
      <LinkButton
        variant="link"
        to={pathTo('bot', { bot_id }, { mode: 'view' })}
        ariaLabel={`Generated Bot ${labelSuffix}`}
      >
        Generated Bot
      </LinkButton>
      <LinkButton
        variant="link"
        to={pathTo('run', { bot_id, bot_exc_id })}
        ariaLabel={`Generated Execution ${labelSuffix}`}
      >
        Generated Execution
      </LinkButton>
    </div>
  );
};

const Item = ({ thread, isChosen, onChoose }: ItemProps) => {
  const { type, text } = statusLabelOf(thread);
  return (
    <li>
      <button
        type="button"
        className="chat-thread"
        aria-current={isChosen ? 'true' : undefined}
        onClick={onChoose}
      >
        <span className="chat-thread-name">{threadName(thread)}</span>
        <StatusIndicator type={type}>{text}</StatusIndicator>
        <Box variant="small" color="text-body-secondary">
          <Time at={thread.updated_at} />
        </Box>
      </button>
      <GeneratedBotLinks thread={thread} />
    </li>
  );
};

type Props = {
  list: ReturnType<typeof useThreads>;
  selectedId: string | undefined;
  sessionId: string;
  onChoose: (id: string) => void;
};

/** The choice of the agent to show. */
export const ThreadPanel = ({ list, selectedId, sessionId, onChoose }: Props) => {
  const { threads = [], hasMore, moreFailed, isLoadingMore, loadMore } = list;
  return (
    <nav id="chat-agents" className="chat-panel" aria-label="Agents">
      <div className="chat-panel-head">
        <Box variant="h2">Agents</Box>
        <Box color="text-body-secondary">Select an agent to view its sessions</Box>
      </div>
      <div className="chat-panel-list">
        {threads.length === 0 && (
          <Box textAlign="center" color="text-body-secondary" padding={{ vertical: 'l' }}>
            No chat threads yet
          </Box>
        )}
        <SpaceBetween size="m">
          {groupsOf(threads).map(([id, group]) => (
            <section key={id} aria-label={group.name}>
              <Box variant="h3" fontSize="heading-xs" padding={{ horizontal: 's' }}>
                {group.name}
              </Box>
              <ul className="chat-threads">
                {group.threads.map((thread) => (
                  <Item
                    key={thread._id}
                    thread={thread}
                    isChosen={thread._id === selectedId}
                    onChoose={() => onChoose(thread._id)}
                  />
                ))}
              </ul>
            </section>
          ))}
          {moreFailed && (
            <Alert type="error">Could not load more threads. Reload the page to try again.</Alert>
          )}
          {hasMore && (
            <Box textAlign="center">
              <Button loading={isLoadingMore} onClick={loadMore}>
                Load More Threads
              </Button>
            </Box>
          )}
        </SpaceBetween>
      </div>
      <div className="chat-panel-foot">
        <Box variant="small" color="text-body-secondary">
          Session {sessionId.slice(-8)}
        </Box>
      </div>
    </nav>
  );
};
