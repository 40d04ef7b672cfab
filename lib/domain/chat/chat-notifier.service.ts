import type { Realtime } from '#lib/ports/realtime.ts';
import type { KeptEntry } from './entry.schema.ts';
import {
  deltaFrame,
  entryFrame,
  followerFrame,
  nudgeFrame,
  statusFrame,
  suggestionsFrame,
} from './frame.rules.ts';
import type { ChatDelta, ChatFrame } from './frame.schema.ts';
import type { ChatThread, FrameThread } from './thread.schema.ts';

/** The recipients: consoles of an organisation, and of the user who follows in the portal. */
type Recipients = { tenant_id: string; follower?: string | undefined };

/** Pushes frames about chats to open consoles. Failures are ignored. */
export const chatNotifier = (realtime: Realtime, { tenant_id, follower }: Recipients) => {
  const push: Realtime['push'] = (...frame) => realtime.push(...frame).catch(() => undefined);

  const follow = async (frame: ChatFrame): Promise<void> => {
    if (follower !== undefined) await push(tenant_id, 'portal_chat_updated', frame, follower);
  };

  const notify = async (frame: ChatFrame): Promise<void> => {
    await Promise.all([push(tenant_id, 'send_message', frame), follow(frame)]);
  };

  return {
    created: async (chat_thread: ChatThread): Promise<void> => {
      await Promise.all([
        push(tenant_id, 'chat_thread_created', { chat_thread }),
        follow(nudgeFrame(chat_thread)),
      ]);
    },

    entry: async (thread: FrameThread, keptEntry: KeptEntry): Promise<void> => {
      const { entry } = keptEntry;
      if (entry.role !== 'suggested') {
        const visibleFrame =
          follower === undefined ? undefined : followerFrame(thread, keptEntry, follower);
        const pending = push(tenant_id, 'send_message', entryFrame(thread, keptEntry));
        await Promise.all([pending, visibleFrame && follow(visibleFrame)]);
        return;
      }
      const frame = suggestionsFrame(thread, entry.suggestions);
      await Promise.all([push(tenant_id, 'chat_suggestions', frame), follow(nudgeFrame(thread))]);
    },

    delta: (thread: FrameThread, delta: ChatDelta): Promise<void> =>
      notify(deltaFrame(thread, delta)),

    standing: (thread: FrameThread, standing: Parameters<typeof statusFrame>[1]): Promise<void> =>
      notify(statusFrame(thread, standing)),
  };
};
