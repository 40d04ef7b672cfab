import { Suspense, useState } from 'react';
import type { BotSummary, BotView } from '#lib/domain/bots/bot.schema.ts';
import { lazyDialog } from '#web/components/lazy-dialog.tsx';

const LazyPublishModal = lazyDialog(async () => (await import('./publish-modal.tsx')).PublishModal);

/**
 * Asks before a version is published, by default the newest. The dialog is rendered where the
 * returned element is placed.
 */
export const usePublish = (onPublished: (bot: BotView) => void) => {
  const [asked, ask] = useState<{ bot: BotSummary; version: number }>();
  const dialog = asked && (
    <Suspense fallback={null}>
      <LazyPublishModal {...asked} onClose={() => ask(undefined)} onPublished={onPublished} />
    </Suspense>
  );
  return {
    publish: (bot: BotSummary, version = bot.draft_version) => ask({ bot, version }),
    dialog,
  };
};
