import type { ShownPages } from '../support/shown-pages.ts';

export const shown: ShownPages = {
  make: async ({ sample: { listener_id } }) => ({ listener_id }),
  routes: [
    ['listeners', 'Listeners', 'Sample findings'],
    ['listeners/new', 'Create listener', 'Webhook name'],
    ['listeners/{listener_id}', 'Edit Sample findings', 'Webhook name'],
    ['listeners/view/{listener_id}', 'Sample findings', 'fnd-shown'],
  ],
  lists: {
    'listeners/listeners': {
      route: 'listeners',
      path: 'listeners',
      rows: 'listeners',
      emptyText: 'No listeners',
    },
    'listeners/events': {
      route: 'listeners/view/{listener_id}',
      path: 'listeners/{listener_id}/events',
      rows: 'events',
      emptyText: 'No events',
    },
  },
  states: [
    {
      route: 'listeners/x',
      path: 'listeners/x',
      subject: 'this listener',
      loading: 'Loading listener',
    },
    {
      route: 'listeners/view/x',
      path: 'listeners/x',
      subject: 'this listener',
      loading: 'Loading listener',
    },
  ],
};
