import type { ShownPages } from '../support/shown-pages.ts';

export const shown: ShownPages = {
  routes: [
    ['library', 'Library', 'Check when certificates expire'],
    ['library?bot=guard-a-budget', 'Library', 'Fill in before the first run'],
  ],
  lists: {
    'library/library': {
      route: 'library',
      path: 'library',
      rows: 'templates',
      emptyText: 'No templates',
    },
  },
  states: [
    {
      route: 'library',
      path: 'library',
      subject: 'templates',
      loading: 'Loading templates',
      area: 'the library',
    },
  ],
};
