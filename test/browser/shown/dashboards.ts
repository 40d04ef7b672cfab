import type { ShownPages } from '../support/shown-pages.ts';

export const shown: ShownPages = {
  routes: [['', 'Dashboards', 'Waiting for people']],
  states: [{ route: '', path: 'dashboards', subject: 'dashboards', loading: 'Loading dashboards' }],
};
