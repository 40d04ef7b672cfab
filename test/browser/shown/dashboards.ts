import type { Shown } from '../support/shown.ts';

export const shown: Shown = {
  routes: [['', 'Dashboards', 'Waiting for people']],
};
