import { Suspense, useState } from 'react';
import type { BotSummary, BotView } from '#lib/domain/bots/bot.schema.ts';
import { lazyDialog } from '#web/components/lazy-dialog.tsx';

const LazyPublishModal = lazyDialog(async () => (await import('./publish-modal.tsx')).PublishModal);

/**
 * Asks before a version is published, by default the newest. The dialog is rendered where the
 * returned element is placed.
 */
export const usePublish = (onPublished: (bot: BotView) => void) => {
  const [request, setRequest] = useState<{ bot: BotSummary; version: number }>();
  const dialog = request && (
    <Suspense fallback={null}>
      <LazyPublishModal
        {...request}
        onClose={() => setRequest(undefined)}
        onPublished={onPublished}
      />
    </Suspense>
  );
  return {
    publish: (bot: BotSummary, version = bot.draft_version) => setRequest({ bot, version }),
    dialog,
  };
};
