import type { Shown } from '../support/shown.ts';

export const shown: Shown = {
  routes: [['', 'Dashboards', 'Waiting for people']],
  states: [
    { route: '', path: 'dashboards', what: 'dashboards', loading: 'Loading dashboards' },
  ],
};
