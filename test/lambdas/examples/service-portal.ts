import { example as chat } from './chat.ts';
import type { Example } from '../example.ts';

const ofChat = { bot_exc_id: 'chat_exc_id' };

export const example: Example = {
  inputs: { sendPortalMessage: { ...chat.inputs?.['sendChatMessage'] } },
  furnish: async (_scene, { bot_id = '' }) => ({ app_id: bot_id }),
  otherIds: {
    listPortalThreads: ofChat,
    getPortalThread: ofChat,
    listPortalMessages: ofChat,
    sendPortalMessage: ofChat,
    getPortalMessage: ofChat,
  },
};
