import type { Shown } from '../support/shown.ts';

export const shown: Shown = {
  routes: [
    ['library', 'Library', 'Check when certificates expire'],
    ['library?bot=guard-a-budget', 'Library', 'Before the first run'],
  ],
};
