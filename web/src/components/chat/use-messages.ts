import { useEffect, useMemo } from 'react';
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { placeOf } from '#lib/domain/chat/message.rules.ts';
import { beginsWithinAnswer } from '#lib/domain/chat/question.rules.ts';
import type { ChatMessage } from '#lib/domain/chat/message.schema.ts';
import { mayAskAgain } from '#web/api/may-ask-again.ts';
import { useFresh } from '#web/api/use-fresh.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { useChatCalls } from './chat-calls.ts';

/** Messages of a page: there may be more while one is full. */
const pageSize = 20;

/** Milliseconds between looks at a thread that is worked on, beside the frames. */
export const pollEvery = 30_000;

/** The newest first, as pages come. */
type Pages = InfiniteData<{ messages: ChatMessage[] }, number>;

const sequenceOf = ({ _id }: ChatMessage): number => placeOf(_id)?.sequence ?? 0;

const inOrder = ({ pages }: Pick<Pages, 'pages'>): ChatMessage[] => {
  const all = pages.flatMap(({ messages }) => messages);
  // What was said between two pages moves the second one.
  const each = [...new Map(all.map((one) => [one._id, one])).values()];
  // What somebody has sent may be known before what was said until then.
  return each.reverse().toSorted((a, b) => sequenceOf(a) - sequenceOf(b));
};

/** Whether nothing was said between what is known and what was heard. */
const follows = ({ pages: [first] }: Pages, [heard]: readonly ChatMessage[]): boolean => {
  const [newest] = first?.messages ?? [];
  return !heard || sequenceOf(heard) <= (newest ? sequenceOf(newest) : -1) + 1;
};

const withHeard = (data: Pages, heard: readonly ChatMessage[]): Pages => {
  const known = new Set(data.pages.flatMap(({ messages }) => messages.map(({ _id }) => _id)));
  const fresh = heard.filter(({ _id }) => !known.has(_id)).toReversed();
  const [first, ...others] = data.pages;
  if (!first || fresh.length === 0) return data;
  return { ...data, pages: [{ messages: [...fresh, ...first.messages] }, ...others] };
};

/**
 * What was said in a thread, from its end backwards, and what is said while it is worked on: frames
 * bring it at once, and where one was lost it is asked for.
 */
export const useMessages = (chat_thread_id: string, isActive: boolean) => {
  const queries = useQueryClient();
  const { listChatMessages, frames } = useChatCalls();
  const key = useMemo(
    () => [listChatMessages.routeKey, { chat_thread_id }, 'pages'],
    [listChatMessages, chat_thread_id],
  );
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ signal, pageParam }) =>
      listChatMessages({ chat_thread_id, limit: pageSize, skip: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ messages }, all) =>
      messages.length < pageSize
        ? undefined
        : all.reduce((sum, page) => sum + page.messages.length, 0),
    refetchInterval: (asked) => isActive && mayAskAgain(asked) && pollEvery,
  });
  const { data, refetch, fetchNextPage, hasNextPage, isFetching, isFetchNextPageError } = query;
  const askAgain = useFresh(key);
  useChannel(frames, (frame) => {
    if (frame.chat_thread_id !== chat_thread_id || frame.delta) return;
    const known = queries.getQueryData<Pages>(key);
    const isAsked = queries.isFetching({ queryKey: key, exact: true }) > 0;
    // How a call stands becomes a part of what is known of it.
    const isShown = !frame.message_ids && !frame.asked && !frame.begun;
    const isWhole = known && isShown && follows(known, frame.messages);
    if (isWhole) queries.setQueryData(key, withHeard(known, frame.messages));
    // What is under way may be older than what was heard, and would win over it.
    if (!isWhole || isAsked) askAgain();
  });
  useChannel('chat_suggestions', (frame) => {
    if (frame.chat_thread_id === chat_thread_id) askAgain();
  });
  const messages = useMemo(() => data && inOrder(data), [data]);
  const isCut = isActive && messages !== undefined && beginsWithinAnswer(messages);
  const mayLoadOlder = hasNextPage && !isFetching && !isFetchNextPageError;
  // What people are asked may stand with a call further up in the same answer.
  useEffect(() => {
    if (isCut && mayLoadOlder) void fetchNextPage();
  }, [isCut, mayLoadOlder, fetchNextPage]);
  return {
    messages,
    /** Shows what was stored just now. */
    add: (stored: ChatMessage) => {
      queries.setQueryData<Pages>(key, (known) => known && withHeard(known, [stored]));
    },
    error: query.error,
    refetch,
    /** Older ones can be had, and none were refused. */
    hasOlder: hasNextPage && !isFetchNextPageError,
    olderFailed: isFetchNextPageError,
    isLoadingOlder: query.isFetchingNextPage,
    retryOlder: () => void fetchNextPage(),
    loadOlder: () => {
      if (hasNextPage && !isFetching) void fetchNextPage();
    },
  };
};
