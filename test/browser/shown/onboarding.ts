import type { ShownPages } from '../support/shown-pages.ts';

export const shown: ShownPages = {
  routes: [['start', 'Welcome', 'Where do you work?']],
};
