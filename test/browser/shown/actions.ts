import type { Shown } from '../support/shown.ts';

export const shown: Shown = {
  routes: [['actions', 'Actions', 'Acknowledge a PagerDuty incident']],
  lists: {
    'actions/actions': {
      route: 'actions',
      path: 'actions',
      rows: 'actions',
      nothing: 'No Actions Found',
    },
  },
};
