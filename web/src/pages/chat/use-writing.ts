import { useState } from 'react';
import type { ChatMessage } from '#lib/domain/chat/message.schema.ts';
import { chat } from '#web/api/chat.ts';
import { useAction } from '#web/api/use-call.ts';

type Written = { content: string; client_id: string };

const newId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

/**
 * What somebody writes to an agent. A message on its way is shown until it is stored; where it
 * cannot be, its text is written again, and sent again under its id: only the answer may be lost.
 */
export const useWriting = (
  chat_thread_id: string,
  messages: readonly ChatMessage[] = [],
  onStored: (message: ChatMessage) => void,
) => {
  const [written, setText] = useState('');
  const [sent, setSent] = useState<Written>();
  const [failed, setFailed] = useState<Written>();
  const { mutateAsync, error, isPending, reset } = useAction(chat.sendChatMessage);
  // Frames may tell of it before its answer comes, or where none does.
  const isStored = (one: Written | undefined) =>
    one !== undefined && messages.some(({ client_id }) => client_id === one.client_id);
  const hasArrived = isStored(failed);
  const text = hasArrived && written === failed?.content ? '' : written;
  const send = async () => {
    const content = text.trim();
    if (content === '' || isPending) return;
    const isAgain = failed?.content === content && !hasArrived;
    const message = isAgain ? failed : { content, client_id: newId() };
    setText('');
    setSent(message);
    try {
      onStored(await mutateAsync({ chat_thread_id, ...message }));
      setFailed(undefined);
    } catch {
      setFailed(message);
      setText((now) => (now === '' ? content : `${content}\n${now}`));
    } finally {
      setSent(undefined);
    }
  };
  return {
    text,
    setText,
    send: () => void send(),
    isSending: isPending,
    /** What is on its way, and not stored yet. */
    temporary: isStored(sent) ? undefined : sent,
    error: hasArrived ? null : error,
    dismiss: reset,
  };
};

export type Writing = ReturnType<typeof useWriting>;
