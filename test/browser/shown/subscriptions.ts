import type { Shown } from '../support/shown.ts';

export const shown: Shown = {
  routes: [['standard', 'Standard plan', 'No marketplace listing']],
};
