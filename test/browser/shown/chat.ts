import { sampleBot, type ShownPages } from '../support/shown-pages.ts';

/** Messages of AI agents are inspected in `chat.test.ts`; the sample has none. */
export const shown: ShownPages = {
  routes: [
    ['chatv2/{bot_id}/executions/{bot_exc_id}', `Chat of ${sampleBot}`, 'No chat threads yet'],
  ],
  elsewhere: { oldChat: 'chat.test.ts' },
  states: [
    {
      route: 'chatv2/x/executions/y',
      path: 'chat_sessions/bot/x/bot_execution/y',
      subject: 'this chat',
      loading: 'Loading chat...',
    },
  ],
};
