import type { Realtime } from '#lib/ports/realtime.ts';
import type { KeptEntry } from './entry.schema.ts';
import { deltaFrame, entryFrame, standingFrame, suggestionsFrame } from './frame.rules.ts';
import type { ChatDelta } from './frame.schema.ts';
import type { ChatThread, Told } from './thread.schema.ts';

/** Tells an organisation's open consoles of its chats. A lost frame costs nothing. */
export const tellChat = (realtime: Realtime, tenantId: string) => {
  const lost = () => undefined;
  return {
    created: (chat_thread: ChatThread): Promise<void> =>
      realtime.push(tenantId, 'chat_thread_created', { chat_thread }).catch(lost),

    entry: (thread: Told, kept: KeptEntry): Promise<void> => {
      const { entry } = kept;
      const told =
        entry.role === 'suggested'
          ? realtime.push(
              tenantId,
              'chat_suggestions',
              suggestionsFrame(thread, entry.suggestions),
            )
          : realtime.push(tenantId, 'send_message', entryFrame(thread, kept));
      return told.catch(lost);
    },

    delta: (thread: Told, delta: ChatDelta): Promise<void> =>
      realtime.push(tenantId, 'send_message', deltaFrame(thread, delta)).catch(lost),

    standing: (thread: Told, standing: Parameters<typeof standingFrame>[1]): Promise<void> =>
      realtime.push(tenantId, 'send_message', standingFrame(thread, standing)).catch(lost),
  };
};
