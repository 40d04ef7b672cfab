import type { ShownPages } from '../support/shown-pages.ts';

export const shown: ShownPages = {
  routes: [['notifications', 'Notifications', 'asks for an approval']],
  lists: {
    'notifications/notifications': {
      route: 'notifications',
      path: 'notifications',
      rows: 'notifications',
      emptyText: 'No notifications',
    },
  },
};
