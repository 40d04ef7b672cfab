import type { Example } from '../example.ts';

export const example: Example = {
  inputs: {
    markNotificationRead: { ids: ['approval:apr_1'] },
    markAllRead: { until: '2026-09-01T12:00:00Z' },
  },
};
