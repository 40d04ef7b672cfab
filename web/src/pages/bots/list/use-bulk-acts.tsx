import { useState } from 'react';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { bots } from '#web/api/bots.ts';
import { botBulkActions, type BulkAct } from '../acts/bot-bulk.ts';
import { DeleteBot } from '../acts/delete-bot.tsx';
import { DeleteBots } from '../acts/delete-bots.tsx';
import { useBulkAction } from '#web/components/use-bulk-action.tsx';
import { useSelection } from '#web/components/use-selection.ts';

/**
 * The selection of bots and the bulk actions on it. Bots for which an action failed stay selected.
 * `page` identifies what is shown: page, size, order and filter.
 */
export const useBulkActs = (visibleBots: readonly BotSummary[], page: string) => {
  const { chosen, choose } = useSelection(visibleBots, page);
  const { run, isPending } = useBulkAction(bots.listBots.area);
  const [isConfirming, setConfirming] = useState(false);
  const [first, ...others] = chosen;
  const close = () => setConfirming(false);
  const begin = (action: BulkAct) => {
    close();
    void run(botBulkActions[action], chosen).then(choose);
  };
  const dialog =
    isConfirming &&
    first &&
    (others.length === 0 ? (
      <DeleteBot bot={first} onClose={close} onDeleted={close} />
    ) : (
      <DeleteBots bots={chosen} onConfirm={() => begin('delete')} onClose={close} />
    ));
  return {
    chosen,
    choose,
    isPending,
    onBulk: (action: BulkAct) => (action === 'delete' ? setConfirming(true) : begin(action)),
    dialog,
  };
};
