import { useState } from 'react';
import type { ChatMessage } from '#lib/domain/chat/message.schema.ts';
import { hasVisibleText } from '#lib/kernel/visible-text.ts';
import { useAction } from '#web/api/use-call.ts';
import { useChatCalls } from './chat-calls.ts';
import type { SentMessage, ThreadDraft } from './use-drafts.ts';

const newId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

type Thread = {
  chat_thread_id: string;
  messages: readonly ChatMessage[] | undefined;
  onStored: (message: ChatMessage) => void;
};

/**
 * The input for messages to an agent. A message is shown while it is being sent; if that fails, its
 * text returns to the input. Sent again unchanged, it keeps its id, as possibly only the response
 * was lost.
 */
export const useMessageComposer = (
  { chat_thread_id, messages = [], onStored }: Thread,
  { draft, change }: ThreadDraft,
) => {
  const [sent, setSent] = useState<SentMessage>();
  const { mutateAsync, error, isPending, reset } = useAction(useChatCalls().sendChatMessage);
  const { failed } = draft;
  // A frame may report the message before the response arrives, or if none does.
  const isStored = (one: SentMessage | undefined) =>
    one !== undefined && messages.some(({ client_id }) => client_id === one.client_id);
  const hasArrived = isStored(failed);
  const text = hasArrived && draft.text === failed?.content ? '' : draft.text;
  const send = async (input: string) => {
    const content = input.trim();
    if (!hasVisibleText(content) || isPending) return;
    const isRetry = failed?.content === content && !hasArrived;
    const message = isRetry ? failed : { content, client_id: newId() };
    // A message sent instead of the written text leaves that text in the input.
    if (input === text) change((previous) => ({ ...previous, text: '' }));
    setSent(message);
    try {
      onStored(await mutateAsync({ chat_thread_id, ...message }));
      change((previous) => ({ ...previous, failed: undefined }));
    } catch {
      change((previous) => ({
        text: previous.text === '' ? content : `${content}\n${previous.text}`,
        failed: message,
      }));
    } finally {
      setSent(undefined);
    }
  };
  return {
    text,
    setText: (next: string) => change((previous) => ({ ...previous, text: next })),
    send: (input = text) => void send(input),
    isSending: isPending,
    /** The message that is being sent and not stored yet. */
    temporary: isStored(sent) ? undefined : sent,
    error: hasArrived ? null : error,
    dismiss: reset,
  };
};

export type MessageComposer = ReturnType<typeof useMessageComposer>;
