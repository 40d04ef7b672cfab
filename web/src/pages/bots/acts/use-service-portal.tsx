import { Suspense, useState } from 'react';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { bots } from '#web/api/bots.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { failureOf } from '#web/components/failure-text.ts';
import { lazyDialog } from '#web/components/lazy-dialog.tsx';

const LazyPortalModal = lazyDialog(async () => (await import('./portal-modal.tsx')).PortalModal);

const publishing = { done: 'Published to', failed: 'publish to' };
const unpublishing = { done: 'Unpublished from', failed: 'unpublish from' };

const failedText = (failed: string): string =>
  `Failed to ${failed} Service Portal. Please try again later.`;

/** The text of the menu item. */
export const portalText = ({ service_portal_published }: BotSummary): string =>
  service_portal_published ? 'Unpublish from Service Portal' : 'Publish to Service Portal';

/**
 * Publishes a bot to the service portal after confirmation, or unpublishes it; reports the result.
 * The dialog is rendered where the returned element is placed.
 */
export const useServicePortal = (onDone?: (bot: BotSummary) => void) => {
  const { mutate, isPending, error, reset } = useAction(bots.setServicePortal);
  const [pendingBot, setPendingBot] = useState<BotSummary>();
  const close = () => {
    reset();
    setPendingBot(undefined);
  };
  const set = ({ _id, service_portal_published }: BotSummary) => {
    const { done, failed } = service_portal_published ? unpublishing : publishing;
    mutate(
      { bot_id: _id, service_portal_published: !service_portal_published },
      {
        onSuccess: (bot) => {
          close();
          onDone?.(bot);
          flash.success(`${done} Service Portal.`);
        },
        onError: ({ message }) => {
          // If there is a dialog, it shows the error.
          if (!pendingBot) flash.error(failedText(failed), { content: message });
        },
      },
    );
  };
  const dialog = pendingBot && (
    <Suspense fallback={null}>
      <LazyPortalModal
        bot={pendingBot}
        loading={isPending}
        failure={failureOf(failedText(publishing.failed), error)}
        onConfirm={() => set(pendingBot)}
        onClose={close}
      />
    </Suspense>
  );
  const toggle = (bot: BotSummary) => {
    reset();
    if (bot.service_portal_published) set(bot);
    else setPendingBot(bot);
  };
  return { toggle, isPending, dialog };
};
