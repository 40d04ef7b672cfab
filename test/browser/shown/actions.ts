import type { ShownPages } from '../support/shown-pages.ts';

export const shown: ShownPages = {
  routes: [['actions', 'Actions', 'Acknowledge a PagerDuty incident']],
  lists: {
    'actions/actions': {
      route: 'actions',
      path: 'actions',
      rows: 'actions',
      emptyText: 'No Actions Found',
    },
  },
};
