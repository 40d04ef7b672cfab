import { useState } from 'react';
import type { ChatThread } from '#lib/domain/chat/thread.schema.ts';
import { useRefetchableCall } from '#web/api/use-refetchable-call.ts';
import { type ChannelMessage, useChannel } from '#web/api/use-socket.ts';
import { useChatCalls } from './chat-calls.ts';
import { pollEvery } from './use-messages.ts';
import type { useThreads } from './use-threads.ts';

type List = ReturnType<typeof useThreads>;

const withNamed = (threads: List['threads'], thread: ChatThread): List['threads'] =>
  threads?.some(({ _id }) => _id === thread._id) ? threads : threads && [...threads, thread];

/** The last known thread: it keeps its place in the list while it is fetched on its own. */
const useLastKnown = (found: ChatThread | undefined, id: string | undefined) => {
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  return found ?? (last?._id === id ? last : undefined);
};

/**
 * The threads including the one that is read, by its id: it may be on a page that is not loaded
 * yet, and drops out of the first page when enough others have started.
 */
export const useNamedThread = (list: List, bot_exc_id: string, id: string | undefined) => {
  const { getChatThread, frames } = useChatCalls();
  const listed = list.threads?.find(({ _id }) => _id === id);
  const isMissing = id !== undefined && list.threads !== undefined && !listed;
  const { answer, askAgain } = useRefetchableCall(
    getChatThread,
    { chat_thread_id: id ?? '' },
    { enabled: isMissing, poll: (cached) => cached?.status === 'ACTIVE' && pollEvery },
  );
  const { data, isLoading } = answer;
  useChannel(frames, ({ chat_thread_id, delta }) => {
    if (isMissing && chat_thread_id === id && !delta) askAgain();
  });
  const isOurs = isMissing && data?.bot_exc_id === bot_exc_id;
  const thread = useLastKnown(listed ?? (isOurs ? data : undefined), id);
  // The thread changes when its run ends, and when its node waits for people, in its own branch or
  // turn.
  const handleFrame = (frame: ChannelMessage<'bot_execution_updated'>) => {
    const { bot_exc_id: run, node_name, lane = '' } = frame;
    const isOfNode = node_name === thread?.agent_node_id && lane === thread.lane;
    const isOver = thread !== undefined && thread.status !== 'ACTIVE';
    const concernsThread = run === bot_exc_id && (node_name === '' || isOfNode);
    if (isMissing && concernsThread && !isOver) askAgain();
  };
  useChannel('bot_execution_updated', handleFrame);
  useChannel('portal_run_updated', handleFrame);
  return {
    list: thread ? { ...list, threads: withNamed(list.threads, thread) } : list,
    isLoading: isLoading && !thread,
  };
};
