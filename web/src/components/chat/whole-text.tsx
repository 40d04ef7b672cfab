import type { ReactNode } from 'react';
import type { ChatMessage } from '#lib/domain/chat/message.schema.ts';
import { useCall } from '#web/api/use-call.ts';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { useChatCalls } from './chat-calls.ts';

type Props = { message: ChatMessage; children: (text: string) => ReactNode };

/** The whole text of a message: fetched if it is too long for the list. */
export const WholeText = ({ message: { _id, content }, children }: Props) => {
  const { data, error, refetch } = useCall(
    useChatCalls().getChatMessage,
    { chat_message_id: _id },
    { enabled: content === null, lasting: true },
  );
  if (error) return <LoadFailed error={error} subject="this message" onRetry={refetch} />;
  const text = content ?? data?.content;
  if (typeof text !== 'string') return <Loading text="Loading the whole message" />;
  return children(text);
};
