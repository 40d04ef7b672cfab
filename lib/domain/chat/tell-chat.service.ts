import type { Realtime } from '#lib/ports/realtime.ts';
import type { KeptEntry } from './entry.schema.ts';
import {
  deltaFrame,
  entryFrame,
  followerFrame,
  nudge,
  standingFrame,
  suggestionsFrame,
} from './frame.rules.ts';
import type { ChatDelta, ChatFrame } from './frame.schema.ts';
import type { ChatThread, Told } from './thread.schema.ts';

/** The recipients: consoles of an organisation, and of the user who follows in the portal. */
type To = { tenant_id: string; follower?: string | undefined };

/** Pushes frames about chats to open consoles. Failures are ignored. */
export const tellChat = (realtime: Realtime, { tenant_id, follower }: To) => {
  const push: Realtime['push'] = (...frame) => realtime.push(...frame).catch(() => undefined);

  const follow = async (frame: ChatFrame): Promise<void> => {
    if (follower !== undefined) await push(tenant_id, 'portal_chat_updated', frame, follower);
  };

  const tell = async (frame: ChatFrame): Promise<void> => {
    await Promise.all([push(tenant_id, 'send_message', frame), follow(frame)]);
  };

  return {
    created: async (chat_thread: ChatThread): Promise<void> => {
      await Promise.all([
        push(tenant_id, 'chat_thread_created', { chat_thread }),
        follow(nudge(chat_thread)),
      ]);
    },

    entry: async (thread: Told, kept: KeptEntry): Promise<void> => {
      const { entry } = kept;
      if (entry.role !== 'suggested') {
        const seen = follower === undefined ? undefined : followerFrame(thread, kept, follower);
        const told = push(tenant_id, 'send_message', entryFrame(thread, kept));
        await Promise.all([told, seen && follow(seen)]);
        return;
      }
      const told = suggestionsFrame(thread, entry.suggestions);
      await Promise.all([push(tenant_id, 'chat_suggestions', told), follow(nudge(thread))]);
    },

    delta: (thread: Told, delta: ChatDelta): Promise<void> => tell(deltaFrame(thread, delta)),

    standing: (thread: Told, standing: Parameters<typeof standingFrame>[1]): Promise<void> =>
      tell(standingFrame(thread, standing)),
  };
};
