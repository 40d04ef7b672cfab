import { lazy, Suspense, useState } from 'react';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { DeleteBot } from '../acts/delete-bot.tsx';
import { shareBot } from '../acts/share-bot.ts';
import { useBotStatus } from '../acts/use-bot-status.tsx';
import { useServicePortal } from '../acts/use-service-portal.ts';
import { useStartRun } from '../acts/use-start-run.tsx';
import type { RowAction } from './row-menu.tsx';

const ExportBot = lazy(() =>
  import('../files/export-bot.tsx').then((module) => ({ default: module.ExportBot })),
);

/** What the menu of a row does, and the dialogs in which it asks. */
export const useRowActs = () => {
  const { start } = useStartRun();
  const { toggle, schedule, dialog } = useBotStatus();
  const portal = useServicePortal();
  const [asked, ask] = useState<{ about: 'export' | 'delete'; bot: BotSummary }>();
  const close = () => ask(undefined);
  const acts: Record<RowAction, (bot: BotSummary) => void> = {
    run: (bot) => start({ bot }, false),
    toggle,
    schedule,
    portal: portal.toggle,
    export: (bot) => ask({ about: 'export', bot }),
    share: (bot) => void shareBot(bot),
    delete: (bot) => ask({ about: 'delete', bot }),
  };
  const dialogs = (
    <>
      {dialog}
      {asked?.about === 'export' && (
        <Suspense fallback={null}>
          <ExportBot bot={asked.bot} onClose={close} />
        </Suspense>
      )}
      {asked?.about === 'delete' && <DeleteBot bot={asked.bot} onClose={close} onDeleted={close} />}
    </>
  );
  return { onAction: (action: RowAction, bot: BotSummary) => acts[action](bot), dialogs };
};
