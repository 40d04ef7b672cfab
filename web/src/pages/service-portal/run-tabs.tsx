import { type ReactNode, Suspense, useMemo, useState } from 'react';
import Badge from '@cloudscape-design/components/badge';
import Tabs from '@cloudscape-design/components/tabs';
import * as z from 'zod';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { PortalRun } from '#lib/domain/service-portal/portal.schema.ts';
import { ChatCallsContext } from '#web/components/chat/chat-calls.ts';
import { nextOpenThread } from '#lib/domain/chat/opening-thread.rules.ts';
import { useDrafts } from '#web/components/chat/use-drafts.ts';
import { useNamedThread } from '#web/components/chat/use-named-thread.ts';
import { useThreads } from '#web/components/chat/use-threads.ts';
import { lazyPart } from '#web/components/lazy-part.tsx';
import { Loading } from '#web/components/loading.tsx';
import { useUrlState } from '#web/components/use-url-state.ts';
import { portalChatCalls } from './portal-chat-calls.ts';

/** Few apps have agents. */
const LazyRunChat = lazyPart(async () => (await import('./run-chat.tsx')).RunChat);

type Props = { run: PortalRun; children: ReactNode };

const urlState = z.object({ tab: z.enum(['app', 'chat']).catch('app') });

const chatTabLabel = (
  <>
    Chat <Badge color="severity-medium">Waiting for you</Badge>
  </>
);

const WithChat = ({ run, children }: Props) => {
  const [{ tab }, change] = useUrlState(urlState);
  const draftOf = useDrafts();
  // Portal users do not choose a thread: the one shown stays, until another agent asks them.
  const [openedId, setOpenedId] = useState<string>();
  const threadList = useThreads(run._id, !isFinal(run.state));
  const { list } = useNamedThread(threadList, run._id, openedId);
  const thread = nextOpenThread(list.threads ?? [], openedId);
  if (thread && thread._id !== openedId) setOpenedId(thread._id);
  if (!thread) return children;
  const chat = (
    <Suspense fallback={<Loading text="Loading chat..." />}>
      <LazyRunChat thread={thread} draftOf={draftOf} />
    </Suspense>
  );
  return (
    <Tabs
      activeTabId={tab}
      onChange={({ detail }) => change({ tab: detail.activeTabId === 'chat' ? 'chat' : 'app' })}
      tabs={[
        { id: 'app', label: 'App', content: children },
        { id: 'chat', label: thread.waiting_for ? chatTabLabel : 'Chat', content: chat },
      ]}
    />
  );
};

/** A run of an app, with a chat tab once an agent works in it. */
export const RunTabs = (props: Props) => {
  const { _id: bot_exc_id } = props.run;
  const calls = useMemo(() => portalChatCalls({ bot_exc_id }), [bot_exc_id]);
  return (
    <ChatCallsContext value={calls}>
      <WithChat {...props} />
    </ChatCallsContext>
  );
};
