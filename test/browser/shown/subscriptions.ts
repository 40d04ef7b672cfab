import type { ShownPages } from '../support/shown-pages.ts';

export const shown: ShownPages = {
  routes: [['standard', 'Standard plan', 'No marketplace listing']],
};
