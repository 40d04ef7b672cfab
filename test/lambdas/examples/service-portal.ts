import { example as chat } from './chat.ts';
import type { Example } from '../example.ts';

const chatRunIds = { bot_exc_id: 'chat_exc_id' };

export const example: Example = {
  inputs: { sendPortalMessage: { ...chat.inputs?.['sendChatMessage'] } },
  furnish: async (_scene, { bot_id = '' }) => ({ app_id: bot_id }),
  otherIds: {
    listPortalThreads: chatRunIds,
    getPortalThread: chatRunIds,
    listPortalMessages: chatRunIds,
    sendPortalMessage: chatRunIds,
    getPortalMessage: chatRunIds,
  },
};
