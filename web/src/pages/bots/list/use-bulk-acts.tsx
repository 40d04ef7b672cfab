import { useState } from 'react';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { DeleteBot } from '../acts/delete-bot.tsx';
import { DeleteBots } from '../acts/delete-bots.tsx';
import { type BulkAct, useBulk } from '../acts/use-bulk.tsx';

/** What is chosen in the list, as long as it shows the same page of the same bots. */
const useChosen = (shown: readonly BotSummary[], page: string) => {
  const [chosen, choose] = useState<{ page: string; ids: string[] }>({ page, ids: [] });
  return {
    chosen: chosen.page === page ? shown.filter(({ _id }) => chosen.ids.includes(_id)) : [],
    choose: (bots: readonly BotSummary[]) => choose({ page, ids: bots.map(({ _id }) => _id) }),
  };
};

/**
 * Choosing bots and doing one thing with all of them. Those that it came to nothing for stay
 * chosen. `page` names what is shown: page, size, order and filter.
 */
export const useBulkActs = (shown: readonly BotSummary[], page: string) => {
  const { chosen, choose } = useChosen(shown, page);
  const { run, isPending } = useBulk();
  const [asking, ask] = useState(false);
  const [first, ...others] = chosen;
  const close = () => ask(false);
  const begin = (act: BulkAct) => {
    close();
    void run(act, chosen).then(choose);
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
