import { Suspense, useState } from 'react';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { lazyDialog } from '#web/components/lazy-dialog.tsx';
import type { BotAct } from './bot-acts.ts';
import { shareBot } from './share-bot.ts';
import { useBotStatus } from './use-bot-status.tsx';
import { useServicePortal } from './use-service-portal.tsx';
import { useStartRun } from '#web/components/run/use-start-run.tsx';

const LazyDeleteBot = lazyDialog(async () => (await import('./delete-bot.tsx')).DeleteBot);
const LazyExportBot = lazyDialog(async () => (await import('../files/export-bot.tsx')).ExportBot);

type Options = {
  /** Whether the page of a started run is opened. */
  follow?: boolean;
  /** Called when the bot's status, schedule or publication in the portal has changed. */
  onChanged?: (bot: BotSummary) => void;
  onDeleted?: () => void;
};

/** The actions of a bot's menus, and their dialogs, which the caller renders. */
export const useBotActs = ({ follow = false, onChanged, onDeleted }: Options = {}) => {
  const { start, isPending: isStarting } = useStartRun();
  const status = useBotStatus(onChanged);
  const portal = useServicePortal(onChanged);
  const [request, setRequest] = useState<{ action: 'export' | 'delete'; bot: BotSummary }>();
  const close = () => setRequest(undefined);
  const actions: Record<BotAct, (bot: BotSummary) => void> = {
    run: (bot) => start({ bot }, follow),
    toggle: status.toggle,
    schedule: status.schedule,
    portal: portal.toggle,
    export: (bot) => setRequest({ action: 'export', bot }),
    share: (bot) => void shareBot(bot),
    delete: (bot) => setRequest({ action: 'delete', bot }),
  };
  const dialogs = (
    <>
      {status.dialog}
      {portal.dialog}
      <Suspense fallback={null}>
        {request?.action === 'export' && <LazyExportBot bot={request.bot} onClose={close} />}
        {request?.action === 'delete' && (
          <LazyDeleteBot bot={request.bot} onClose={close} onDeleted={onDeleted} />
        )}
      </Suspense>
    </>
  );
  return {
    onAct: (action: BotAct, bot: BotSummary) => actions[action](bot),
    dialogs,
    isStarting,
    isChangingStatus: status.isPending,
  };
};
