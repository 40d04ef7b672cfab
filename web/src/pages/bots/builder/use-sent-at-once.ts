import { useEffect } from 'react';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { change, useConversation } from './conversation.ts';
import type { ChosenModel } from './live-deps.ts';
import { send } from './send.ts';

type Asked = {
  builder: string;
  draft: Graph;
  isHeld: boolean;
  /** Which models there are is not known yet. */
  isLoading: boolean;
  /** Absent where none can be asked, or where it is not clear which one the person wants. */
  model: ChosenModel | undefined;
};

/**
 * Sends what a page has put into the input. What cannot be sent now waits there for the person: it
 * would come as a surprise later.
 */
export const useSentAtOnce = ({ builder, draft, isHeld, isLoading, model }: Asked): void => {
  const { isSentAtOnce } = useConversation(builder);
  useEffect(() => {
    if (!isSentAtOnce || isLoading) return;
    if (!model) change(builder, { isSentAtOnce: undefined });
    else if (!isHeld) void send(builder, draft, model);
  }, [isSentAtOnce, builder, draft, isHeld, isLoading, model]);
};
