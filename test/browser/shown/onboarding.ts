import type { Shown } from '../support/shown.ts';

export const shown: Shown = {
  routes: [['start', 'Welcome', 'Where do you work?']],
};
