import { useEffect } from 'react';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { change, useConversation } from './conversation.ts';
import type { ChosenModel } from './live-deps.ts';
import { send } from './send.ts';

type Asked = {
  builder: string;
  draft: Graph;
  isHeld: boolean;
  /** The models are not loaded yet. */
  isLoading: boolean;
  /** Undefined if there is none, or if it is not clear which one the user wants. */
  model: ChosenModel | undefined;
};

/**
 * Sends the text that a page put into the input. If it cannot be sent now, it stays there: sending
 * it later would be unexpected.
 */
export const useSentAtOnce = ({ builder, draft, isHeld, isLoading, model }: Asked): void => {
  const { isSentAtOnce } = useConversation(builder);
  useEffect(() => {
    if (!isSentAtOnce || isLoading) return;
    if (!model) change(builder, { isSentAtOnce: undefined });
    else if (!isHeld) void send(builder, draft, model);
  }, [isSentAtOnce, builder, draft, isHeld, isLoading, model]);
};
