import { useEffect, useMemo } from 'react';
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { parseMessageId } from '#lib/domain/chat/message.rules.ts';
import { beginsWithinAnswer } from '#lib/domain/chat/question.rules.ts';
import type { ChatMessage } from '#lib/domain/chat/message.schema.ts';
import { canRefetch } from '#web/api/can-refetch.ts';
import { useRefetch } from '#web/api/use-refetch.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { useChatCalls } from './chat-calls.ts';

/** Messages per page: a full page may be followed by another. */
const pageSize = 20;

/** Milliseconds between polls of an active thread, in addition to frames. */
export const pollEvery = 30_000;

/** The newest first, in the order of the pages. */
type Pages = InfiniteData<{ messages: ChatMessage[] }, number>;

const sequenceOf = ({ _id }: ChatMessage): number => parseMessageId(_id)?.sequence ?? 0;

const orderMessages = ({ pages }: Pick<Pages, 'pages'>): ChatMessage[] => {
  const all = pages.flatMap(({ messages }) => messages);
  // New messages shift the second page, so that some occur twice.
  const unique = [...new Map(all.map((one) => [one._id, one])).values()];
  // A message that was just sent may be known before earlier ones of others.
  return unique.reverse().toSorted((a, b) => sequenceOf(a) - sequenceOf(b));
};

/** Whether no message is missing between the known ones and those of the frame. */
const isContiguous = ({ pages: [first] }: Pages, [received]: readonly ChatMessage[]): boolean => {
  const [newest] = first?.messages ?? [];
  return !received || sequenceOf(received) <= (newest ? sequenceOf(newest) : -1) + 1;
};

const withNewMessages = (data: Pages, received: readonly ChatMessage[]): Pages => {
  const knownIds = new Set(data.pages.flatMap(({ messages }) => messages.map(({ _id }) => _id)));
  const newMessages = received.filter(({ _id }) => !knownIds.has(_id)).toReversed();
  const [first, ...otherPages] = data.pages;
  if (!first || newMessages.length === 0) return data;
  return { ...data, pages: [{ messages: [...newMessages, ...first.messages] }, ...otherPages] };
};

/**
 * The messages of a thread, loaded from its end backwards, and new ones while it is active: frames
 * bring them at once, and if a frame was lost, they are fetched.
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
    refetchInterval: (pageQuery) => isActive && canRefetch(pageQuery) && pollEvery,
  });
  const { data, refetch, fetchNextPage, hasNextPage, isFetching, isFetchNextPageError } = query;
  const askAgain = useRefetch(key);
  useChannel(frames, (frame) => {
    if (frame.chat_thread_id !== chat_thread_id || frame.delta) return;
    const cached = queries.getQueryData<Pages>(key);
    const isInFlight = queries.isFetching({ queryKey: key, exact: true }) > 0;
    // A new state of a call is merged into the known messages.
    const carriesMessages = !frame.message_ids && !frame.asked && !frame.begun;
    const canMerge = cached && carriesMessages && isContiguous(cached, frame.messages);
    if (canMerge) queries.setQueryData(key, withNewMessages(cached, frame.messages));
    // A response that is on its way may be older than the frame, and would overwrite it.
    if (!canMerge || isInFlight) askAgain();
  });
  useChannel('chat_suggestions', (frame) => {
    if (frame.chat_thread_id === chat_thread_id) askAgain();
  });
  const messages = useMemo(() => data && orderMessages(data), [data]);
  const isCut = isActive && messages !== undefined && beginsWithinAnswer(messages);
  const mayLoadOlder = hasNextPage && !isFetching && !isFetchNextPageError;
  // The request for approval or answer may belong to a call further up in the same answer.
  useEffect(() => {
    if (isCut && mayLoadOlder) void fetchNextPage();
  }, [isCut, mayLoadOlder, fetchNextPage]);
  return {
    messages,
    /** Shows a message that was just stored. */
    add: (stored: ChatMessage) => {
      queries.setQueryData<Pages>(key, (cached) => cached && withNewMessages(cached, [stored]));
    },
    error: query.error,
    refetch,
    /** There are older ones, and loading them did not fail. */
    hasOlder: hasNextPage && !isFetchNextPageError,
    olderFailed: isFetchNextPageError,
    isLoadingOlder: query.isFetchingNextPage,
    retryOlder: () => void fetchNextPage(),
    loadOlder: () => {
      if (hasNextPage && !isFetching) void fetchNextPage();
    },
  };
};
