import './portal.css';
import type { CSSProperties } from 'react';
import type { ChatThread } from '#lib/domain/chat/thread.schema.ts';
import { ThreadFrame } from '#web/components/chat/thread-frame.tsx';
import { ThreadView } from '#web/components/chat/thread-view.tsx';
import type { useDrafts } from '#web/components/chat/use-drafts.ts';
import { useFreeHeight } from '#web/components/use-free-height.ts';

type Props = { thread: ChatThread; draftOf: ReturnType<typeof useDrafts> };

/** The conversation with an agent of a run. */
export const RunChat = ({ thread, draftOf }: Props) => {
  const { element, height } = useFreeHeight();
  const style = { '--portal-chat-block-size': height ? `${height}px` : '70vh' } as CSSProperties;
  return (
    <div ref={element} className="portal-chat" style={style}>
      <ThreadFrame>
        <ThreadView key={thread._id} thread={thread} drafting={draftOf(thread._id)} />
      </ThreadFrame>
    </div>
  );
};
