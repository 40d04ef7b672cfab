import { useState } from 'react';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { bots } from '#web/api/bots.ts';
import { botBulk, type BulkAct } from '../acts/bot-bulk.ts';
import { DeleteBot } from '../acts/delete-bot.tsx';
import { DeleteBots } from '../acts/delete-bots.tsx';
import { useBulk } from '#web/components/use-bulk.tsx';
import { useChosen } from '#web/components/use-chosen.ts';

/**
 * The selection of bots and the bulk actions on it. Bots for which an action failed stay selected.
 * `page` identifies what is shown: page, size, order and filter.
 */
export const useBulkActs = (shown: readonly BotSummary[], page: string) => {
  const { chosen, choose } = useChosen(shown, page);
  const { run, isPending } = useBulk(bots.listBots.area);
  const [asking, ask] = useState(false);
  const [first, ...others] = chosen;
  const close = () => ask(false);
  const begin = (act: BulkAct) => {
    close();
    void run(botBulk[act], chosen).then(choose);
  };
  const dialog =
    asking &&
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
    onBulk: (act: BulkAct) => (act === 'delete' ? ask(true) : begin(act)),
    dialog,
  };
};
