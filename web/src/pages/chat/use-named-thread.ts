import type { ChatThread } from '#lib/domain/chat/thread.schema.ts';
import { chat } from '#web/api/chat.ts';
import { useCall } from '#web/api/use-call.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { pollEvery } from '#web/components/chat/use-messages.ts';
import type { useThreads } from '#web/components/chat/use-threads.ts';

type List = ReturnType<typeof useThreads>;

const withNamed = (threads: List['threads'], named: ChatThread): List['threads'] =>
  threads?.some(({ _id }) => _id === named._id) ? threads : threads && [...threads, named];

/** The threads with the one that the address names, which may be on a page not loaded yet. */
export const useNamedThread = (list: List, bot_exc_id: string, id: string | undefined) => {
  const isMissing = id !== undefined && list.threads?.every(({ _id }) => _id !== id) === true;
  const { data, isLoading, refetch } = useCall(
    chat.getChatThread,
    { chat_thread_id: id ?? '' },
    { enabled: isMissing, poll: (known) => known?.status === 'ACTIVE' && pollEvery },
  );
  useChannel('send_message', ({ chat_thread_id, delta }) => {
    if (isMissing && chat_thread_id === id && !delta) void refetch();
  });
  // The end of its run ends it.
  useChannel('bot_execution_updated', ({ bot_exc_id: run, node_name }) => {
    if (isMissing && run === bot_exc_id && node_name === '') void refetch();
  });
  const isOurs = isMissing && data?.bot_exc_id === bot_exc_id;
  return {
    list: isOurs ? { ...list, threads: withNamed(list.threads, data) } : list,
    isLoading,
  };
};
