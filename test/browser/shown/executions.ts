import { sampleBot, type ShownPages } from '../support/shown-pages.ts';

export const shown: ShownPages = {
  routes: [
    ['bots/{bot_id}/executions/{bot_exc_id}', `Run of ${sampleBot}`, 'Finding arrives'],
    ['bots/executions', 'Bot runs', sampleBot],
    ['bots/executions/{bot_exc_id}', `Run of ${sampleBot}`, 'Finding arrives'],
  ],
  lists: {
    'executions/runs': {
      route: 'bots/executions',
      path: 'bot_executions',
      rows: 'runs',
      emptyText: 'No runs',
    },
  },
  states: [
    {
      route: 'bots/x/executions/y',
      path: 'bot_executions/y',
      subject: 'this run',
      loading: 'Loading run',
    },
  ],
};
