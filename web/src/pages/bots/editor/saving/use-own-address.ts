import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import type { BotView } from '#lib/domain/bots/bot.schema.ts';
import { pathTo } from '#lib/pages.ts';
import type { useBuilder } from '../../builder/use-builder.tsx';
import { handOverEditor } from './handover.ts';
import type { BotDraft } from './use-bot-draft.ts';

/** Moves a bot that was created here to its own address, once nothing is unsaved. */
export const useOwnAddress = (
  openedBot: BotView | undefined,
  draft: BotDraft,
  { key, panel }: Pick<ReturnType<typeof useBuilder>, 'key' | 'panel'>,
): void => {
  const { saved, editor, tabsState } = draft;
  const navigate = useNavigate();
  const createdId = saved?._id === openedBot?._id ? undefined : saved?._id;
  const handOver = useEffectEvent((botId: string) => {
    const { graph, past, future, selected } = editor;
    const state = { graph, past, future, selected };
    handOverEditor(botId, { state, openTab: tabsState.openTab, builder: key });
    void navigate(pathTo('bot', { bot_id: botId }, { panel }), { replace: true });
  });
  useEffect(() => {
    if (createdId) handOver(createdId);
  }, [createdId]);
};
