import { useMemo } from 'react';
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { ChatThread } from '#lib/domain/chat/thread.schema.ts';
import type { Page } from '#lib/kernel/page.ts';
import { canRefetch } from '#web/api/can-refetch.ts';
import { useRefetch } from '#web/api/use-refetch.ts';
import { type ChannelMessage, useChannel } from '#web/api/use-socket.ts';
import { useChatCalls } from './chat-calls.ts';
import { pollEvery } from './use-messages.ts';

const pageSize = 20;

type Pages = InfiniteData<Page<ChatThread>, string>;

const allThreads = ({ pages }: Pick<Pages, 'pages'>): ChatThread[] => {
  const listed = pages.flatMap(({ items }) => items);
  const threads = [...new Map(listed.map((one) => [one._id, one])).values()];
  return threads.sort((a, b) => b.created_at.localeCompare(a.created_at));
};

/** A new thread is put at the top. */
const withNewThread = (data: Pages, newThread: ChatThread): Pages => {
  const [first, ...otherPages] = data.pages;
  if (!first || allThreads(data).some(({ _id }) => _id === newThread._id)) return data;
  return { ...data, pages: [{ ...first, items: [newThread, ...first.items] }, ...otherPages] };
};

const withChange = (data: Pages, id: string, change: Partial<ChatThread>): Pages => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    items: page.items.map((one) => (one._id === id ? { ...one, ...change } : one)),
  })),
});

/** When a model's failed call is retried or given up, the previous retry no longer applies. */
const withRetry = (data: Pages, id: string, retry: ChatThread['retry']): Pages =>
  retry || allThreads(data).some((one) => one._id === id && one.retry)
    ? withChange(data, id, { retry })
    : data;

/** The threads of a run, the newest first, updated as they start and end. */
export const useThreads = (bot_exc_id: string, isRunning: boolean) => {
  const queries = useQueryClient();
  const { listChatThreads, frames } = useChatCalls();
  const key = useMemo(
    () => [listChatThreads.routeKey, { bot_exc_id }, 'pages'],
    [listChatThreads, bot_exc_id],
  );
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: async ({ signal, pageParam }) => {
      const filter = { bot_exc_id, number_of_items: pageSize };
      const page = { ...filter, ...(pageParam && { next: pageParam }) };
      const { opens_at, ...listed } = await listChatThreads(page, signal);
      return opens_at ? { ...listed, items: [...listed.items, opens_at] } : listed;
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: (pageQuery) => isRunning && canRefetch(pageQuery) && pollEvery,
  });
  const { data, refetch, fetchNextPage, hasNextPage, isFetchNextPageError } = query;
  const askAgain = useRefetch(key);
  const change = (update: (data: Pages) => Pages) =>
    queries.setQueryData<Pages>(key, (cached) => cached && update(cached));
  useChannel('chat_thread_created', ({ chat_thread }) => {
    if (chat_thread.bot_exc_id !== bot_exc_id) return;
    change((cached) => withNewThread(cached, chat_thread));
    askAgain();
  });
  useChannel(frames, ({ bot_exc_id: run, chat_thread_id, status, retry, delta, ...frame }) => {
    if (run !== bot_exc_id) return;
    change((cached) => withRetry(cached, chat_thread_id, retry));
    if (delta) return;
    const { ended_by, limit } = frame;
    const endFields = { ...(ended_by && { ended_by }), ...(limit !== undefined && { limit }) };
    if (status) change((cached) => withChange(cached, chat_thread_id, { status, ...endFields }));
    askAgain();
  });
  // The end of the run ends its threads; if the run waits for people, an agent may be waiting.
  const handleFrame = ({ bot_exc_id: run, node_name }: ChannelMessage<'bot_execution_updated'>) => {
    const cached = queries.getQueryData<Pages>(key);
    // While the list is loading, its response may be older than this frame.
    const isAgent =
      !cached || allThreads(cached).some(({ agent_node_id }) => agent_node_id === node_name);
    if (run === bot_exc_id && (node_name === '' || isAgent)) askAgain();
  };
  useChannel('bot_execution_updated', handleFrame);
  useChannel('portal_run_updated', handleFrame);
  return {
    threads: useMemo(() => data && allThreads(data), [data]),
    error: query.error,
    refetch,
    hasMore: hasNextPage && !isFetchNextPageError,
    moreFailed: isFetchNextPageError,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => {
      // The next page replaces a response that is on its way.
      const isInFlight = queries.isFetching({ queryKey: key, exact: true }) > 0;
      void fetchNextPage().then(() => isInFlight && askAgain());
    },
  };
};
