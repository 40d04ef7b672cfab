import { useState } from 'react';
import type { ChatThread } from '#lib/domain/chat/thread.schema.ts';
import { useLive } from '#web/api/use-live.ts';
import { type ChannelMessage, useChannel } from '#web/api/use-socket.ts';
import { useChatCalls } from './chat-calls.ts';
import { pollEvery } from './use-messages.ts';
import type { useThreads } from './use-threads.ts';

type List = ReturnType<typeof useThreads>;

const withNamed = (threads: List['threads'], named: ChatThread): List['threads'] =>
  threads?.some(({ _id }) => _id === named._id) ? threads : threads && [...threads, named];

/** As it was known last: while it is asked for by itself, it stays where it was in the list. */
const useLastKnown = (found: ChatThread | undefined, id: string | undefined) => {
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  return found ?? (last?._id === id ? last : undefined);
};

/**
 * The threads with the one that is read, by its id: it may be on a page that is not loaded yet, and
 * leaves the first page once enough others have begun.
 */
export const useNamedThread = (list: List, bot_exc_id: string, id: string | undefined) => {
  const { getChatThread, frames } = useChatCalls();
  const listed = list.threads?.find(({ _id }) => _id === id);
  const isMissing = id !== undefined && list.threads !== undefined && !listed;
  const { answer, askAgain } = useLive(
    getChatThread,
    { chat_thread_id: id ?? '' },
    { enabled: isMissing, poll: (known) => known?.status === 'ACTIVE' && pollEvery },
  );
  const { data, isLoading } = answer;
  useChannel(frames, ({ chat_thread_id, delta }) => {
    if (isMissing && chat_thread_id === id && !delta) askAgain();
  });
  const isOurs = isMissing && data?.bot_exc_id === bot_exc_id;
  const named = useLastKnown(listed ?? (isOurs ? data : undefined), id);
  // Its run ends it, and its node waits for people, in the branch or turn that is its own.
  const hear = (frame: ChannelMessage<'bot_execution_updated'>) => {
    const { bot_exc_id: run, node_name, lane = '' } = frame;
    const isOfNode = node_name === named?.agent_node_id && lane === named.lane;
    const isOver = named !== undefined && named.status !== 'ACTIVE';
    const isAbout = run === bot_exc_id && (node_name === '' || isOfNode);
    if (isMissing && isAbout && !isOver) askAgain();
  };
  useChannel('bot_execution_updated', hear);
  useChannel('portal_run_updated', hear);
  return {
    list: named ? { ...list, threads: withNamed(list.threads, named) } : list,
    isLoading: isLoading && !named,
  };
};
