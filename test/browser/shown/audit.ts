import type { Shown } from '../support/shown.ts';

export const shown: Shown = {
  routes: [['audit-trails', 'Audit Trail', 'integration']],
  lists: {
    'audit/audit-trails': {
      route: 'audit-trails',
      path: 'audit_trails',
      rows: 'records',
      nothing: 'No records',
    },
  },
};
