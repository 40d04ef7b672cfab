import type { ShownPages } from '../support/shown-pages.ts';

export const shown: ShownPages = {
  routes: [['audit-trails', 'Audit Trail', 'integration']],
  lists: {
    'audit/audit-trails': {
      route: 'audit-trails',
      path: 'audit_trails',
      rows: 'records',
      emptyText: 'No records',
    },
  },
};
