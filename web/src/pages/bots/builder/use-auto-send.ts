import { useEffect } from 'react';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { updateConversation, useConversation } from './conversation.ts';
import type { ChosenModel } from './live-deps.ts';
import { sendToBuilder } from './send.ts';

type AutoSendOptions = {
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
export const useAutoSend = ({
  builder,
  draft,
  isHeld,
  isLoading,
  model,
}: AutoSendOptions): void => {
  const { isSentAtOnce } = useConversation(builder);
  useEffect(() => {
    if (!isSentAtOnce || isLoading) return;
    if (!model) updateConversation(builder, { isSentAtOnce: undefined });
    else if (!isHeld) void sendToBuilder(builder, draft, model);
  }, [isSentAtOnce, builder, draft, isHeld, isLoading, model]);
};
