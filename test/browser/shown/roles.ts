import type { ShownPages } from '../support/shown-pages.ts';

export const shown: ShownPages = {
  routes: [],
  elsewhere: { roles: 'roles.test.ts', newRole: 'roles.test.ts', role: 'roles.test.ts' },
  lists: {
    'roles/roles': {
      route: 'rbac/home',
      path: 'roles',
      rows: 'roles',
      emptyText: 'No roles',
      failed: 'Failed to fetch roles. Please try again later.',
    },
  },
};
