import './chat.css';
import { type CSSProperties, useState } from 'react';
import { useParams } from 'react-router';
import * as z from 'zod';
import * as token from '@cloudscape-design/design-tokens';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { ChatSession } from '#lib/domain/chat/session.schema.ts';
import { canvasLayout, usePage } from '#web/app/page.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { useFreeHeight } from '#web/components/use-free-height.ts';
import { textParam, useUrlState } from '#web/components/use-url-state.ts';
import { ChatHeader } from './chat-header.tsx';
import { ChatPlaceholder } from './chat-placeholder.tsx';
import { LazyThreadInput } from '#web/components/chat/lazy-thread-input.tsx';
import { ThreadPanel } from './thread-panel.tsx';
import { openingThreadOf } from '#lib/domain/chat/opening-thread.rules.ts';
import { ThreadFrame } from '#web/components/chat/thread-frame.tsx';
import { ThreadView } from '#web/components/chat/thread-view.tsx';
import { useDrafts } from '#web/components/chat/use-drafts.ts';
import { useNamedThread } from '#web/components/chat/use-named-thread.ts';
import { useSession } from './use-session.ts';
import { useThreads } from '#web/components/chat/use-threads.ts';

const urlState = z.object({ thread: textParam });

const colors = {
  '--chat-line': token.colorBorderDividerDefault,
  '--chat-panel': token.colorBackgroundLayoutMain,
  '--chat-chosen': token.colorBackgroundItemSelected,
  '--chat-focus': token.colorBorderItemFocused,
  '--chat-radius': token.borderRadiusContainer,
};

/** From this width on there is space for the panel beside the messages. */
const isWide = () => window.matchMedia('(min-width: 1365px)').matches;

/** The thread shown: that of the address, or else the one shown on opening. */
const useThread = (session: ChatSession) => {
  const [{ thread: requestedId }, change] = useUrlState(urlState);
  const [openedId, setOpenedId] = useState<string>();
  const threadList = useThreads(session.bot_exc_id, !isFinal(session.state));
  const requestedLookup = useNamedThread(threadList, session.bot_exc_id, requestedId);
  const { list } = useNamedThread(requestedLookup.list, session.bot_exc_id, openedId);
  const { threads = [] } = list;
  const first =
    openedId === undefined && !requestedLookup.isLoading
      ? openingThreadOf(threads)?._id
      : undefined;
  // It stays when another agent starts to work.
  if (first !== undefined) setOpenedId(first);
  const find = (id: string | undefined) => threads.find((one) => one._id === id);
  return {
    list,
    isLoading: requestedLookup.isLoading,
    thread: find(requestedId) ?? find(openedId ?? first),
    choose: (id: string) => change({ thread: id }),
  };
};

type ChatProps = {
  session: ChatSession;
  threadState: ReturnType<typeof useThread>;
  draftOf: ReturnType<typeof useDrafts>;
};

const Chat = ({ session, threadState, draftOf }: ChatProps) => {
  const { list, thread, choose } = threadState;
  const [isPanelOpen, setPanelOpen] = useState(isWide);
  const { element, height } = useFreeHeight();
  const onChoose = (id: string) => {
    choose(id);
    if (!isWide()) setPanelOpen(false);
  };
  const style = { ...colors, '--chat-block-size': height ? `${height}px` : '70vh' };
  return (
    <div ref={element} className="chat-page" style={style as CSSProperties}>
      <ChatHeader {...{ session, thread, isPanelOpen }} onPanel={setPanelOpen} />
      <div className="chat-body">
        {isPanelOpen && (
          <ThreadPanel
            list={list}
            selectedId={thread?._id}
            sessionId={session._id}
            onChoose={onChoose}
          />
        )}
        <ThreadFrame>
          {thread ? (
            <ThreadView key={thread._id} thread={thread} drafting={draftOf(thread._id)} />
          ) : (
            <NoThread session={session} />
          )}
        </ThreadFrame>
      </div>
    </div>
  );
};

/** The chat once its threads are loaded. */
const OpenedChat = ({ session }: { session: ChatSession }) => {
  const threadState = useThread(session);
  const { list, isLoading } = threadState;
  // Drafts are kept while a linked thread is loaded.
  const draftOf = useDrafts();
  if (list.threads && !isLoading) return <Chat {...{ session, threadState, draftOf }} />;
  return <ChatPlaceholder error={list.error} onRetry={list.refetch} />;
};

const NoThread = ({ session }: { session: ChatSession }) => (
  <>
    <div className="chat-scroll">
      <EmptyState title="No chat threads yet" text={noThreadReason(session)} />
    </div>
    {!isFinal(session.state) && (
      <div className="chat-end">
        <div className="chat-column">
          <LazyThreadInput closed="No agent works yet" />
        </div>
      </div>
    )}
  </>
);

const noThreadReason = ({ state }: ChatSession): string =>
  isFinal(state)
    ? 'No AI agent worked in this run.'
    : 'A thread appears here once an AI agent of this run starts.';

/** The conversations of a run's agents. */
export const ChatPage = () => {
  const { bot_id = '', bot_exc_id = '' } = useParams();
  const { data, error, refetch } = useSession(bot_id, bot_exc_id);
  usePage({
    page: 'chat',
    ...(data && { title: `Chat of ${data.bot_name}` }),
    ...(!error && canvasLayout),
  });
  if (data) return <OpenedChat key={data._id} session={data} />;
  return <ChatPlaceholder error={error} onRetry={refetch} />;
};
