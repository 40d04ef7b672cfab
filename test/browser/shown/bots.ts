import { sampleBot, type ShownPages } from '../support/shown-pages.ts';

export const shown: ShownPages = {
  make: async ({ sample: { bot_id } }) => ({ bot_id }),
  routes: [
    ['bots', 'Bots', sampleBot],
    ['bots/{bot_id}', sampleBot, 'Finding arrives'],
    ['bots/new', 'New bot', 'Not saved yet'],
    ['bots/{bot_id}?mode=view', sampleBot, 'Finding arrives'],
  ],
  lists: {
    'bots/list/bots': {
      route: 'bots',
      path: 'bots',
      rows: 'bots',
      emptyText: 'No Bots Available',
    },
  },
  states: [{ route: 'bots/x', path: 'bots/x', subject: 'this bot', loading: 'Loading bot' }],
};
