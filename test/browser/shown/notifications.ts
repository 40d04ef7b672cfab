import type { Shown } from '../support/shown.ts';

export const shown: Shown = {
  routes: [['notifications', 'Notifications', 'asks for an approval']],
  lists: {
    'notifications/notifications': {
      route: 'notifications',
      path: 'notifications',
      rows: 'notifications',
      nothing: 'No notifications',
    },
  },
};
