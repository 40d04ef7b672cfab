import { memo, useState } from 'react';
import { type Shown, withDelta } from '#lib/domain/chat/delta.rules.ts';
import { placeOf } from '#lib/domain/chat/message.rules.ts';
import type { ChatMessage } from '#lib/domain/chat/message.schema.ts';
import { useChannel, useResync } from '#web/api/use-socket.ts';
import { finishedPart } from '#web/components/rich-text/finished-part.ts';
import { RichText } from '#web/components/rich-text/rich-text.tsx';
import { Bubble } from './bubble.tsx';
import { useChatCalls } from './chat-calls.ts';

/** Parsed when another block of it is finished, so that no half table is drawn. */
const Finished = memo(RichText);

type Props = {
  chat_thread_id: string;
  agent: string;
  /** What is stored, which takes the place of what is shown. */
  messages: readonly ChatMessage[];
};

/** What an agent writes just now. Whoever comes in between waits for the stored message. */
export const Streamed = ({ chat_thread_id, agent, messages }: Props) => {
  const [shown, setShown] = useState<Shown>();
  useChannel(useChatCalls().frames, ({ chat_thread_id: id, delta }) => {
    if (id === chat_thread_id && delta) setShown((before) => withDelta(before, delta));
  });
  useResync(() => setShown(undefined));
  const newest = placeOf(messages.at(-1)?._id ?? '')?.sequence ?? -1;
  if (!shown?.text || shown.sequence <= newest) return null;
  const finished = finishedPart(shown.text);
  const growing = shown.text.slice(finished.length);
  return (
    // It is read out once it is stored, not word by word.
    <div aria-live="off">
      <Bubble by="agent" name={agent} at={undefined}>
        {finished && <Finished text={finished} />}
        <div className="chat-growing">{growing}</div>
      </Bubble>
    </div>
  );
};
