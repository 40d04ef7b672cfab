import { memo, useState } from 'react';
import { type PartialAnswer, withDelta } from '#lib/domain/chat/delta.rules.ts';
import { parseMessageId } from '#lib/domain/chat/message.rules.ts';
import type { ChatMessage } from '#lib/domain/chat/message.schema.ts';
import { useChannel, useResync } from '#web/api/use-socket.ts';
import { finishedPart } from '#web/components/rich-text/finished-part.ts';
import { RichText } from '#web/components/rich-text/rich-text.tsx';
import { Bubble } from './bubble.tsx';
import { useChatCalls } from './chat-calls.ts';

/** Re-parsed when another block is finished, so that no incomplete table is drawn. */
const FinishedText = memo(RichText);

type Props = {
  chat_thread_id: string;
  agent: string;
  /** The stored messages, which replace the streamed text. */
  messages: readonly ChatMessage[];
};

/**
 * The text that an agent is writing now. A user who joins in between waits for the stored message.
 */
export const StreamedText = ({ chat_thread_id, agent, messages }: Props) => {
  const [partialAnswer, setPartialAnswer] = useState<PartialAnswer>();
  useChannel(useChatCalls().frames, ({ chat_thread_id: id, delta }) => {
    if (id === chat_thread_id && delta) setPartialAnswer((previous) => withDelta(previous, delta));
  });
  useResync(() => setPartialAnswer(undefined));
  const newest = parseMessageId(messages.at(-1)?._id ?? '')?.sequence ?? -1;
  if (!partialAnswer?.text || partialAnswer.sequence <= newest) return null;
  const finished = finishedPart(partialAnswer.text);
  const growing = partialAnswer.text.slice(finished.length);
  return (
    // Screen readers read the message once it is stored, not word by word.
    <div aria-live="off">
      <Bubble by="agent" name={agent} at={undefined}>
        {finished && <FinishedText text={finished} />}
        <div className="chat-growing">{growing}</div>
      </Bubble>
    </div>
  );
};
