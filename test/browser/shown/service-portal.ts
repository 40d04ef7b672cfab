import { draw } from '#test/support/drawing.ts';
import type { ShownPages } from '../support/shown-pages.ts';

export const shown: ShownPages = {
  make: async ({ api }) => {
    const graph = draw('start -> end');
    const { _id: bot_id } = await api.bots.createBot({ name: 'Order a badge', graph });
    await api.bots.publishBot({ bot_id, version: 1 });
    await api.bots.setServicePortal({ bot_id, service_portal_published: true });
    await api['service-portal'].startPortalApp({ app_id: bot_id });
    return {};
  },
  routes: [
    ['service-portal/apps', 'Self Service Apps', 'Order a badge'],
    ['service-portal/history', 'History', 'Order a badge'],
  ],
  elsewhere: { app: 'portal.test.ts', portalRun: 'portal.test.ts' },
  lists: {
    'service-portal/apps': {
      route: 'service-portal/apps',
      path: 'service_portal/apps',
      rows: 'apps',
      emptyText: 'No apps',
    },
    'service-portal/history': {
      route: 'service-portal/history',
      path: 'bot_executions/service_portal_requests',
      rows: 'runs',
      emptyText: 'No runs',
    },
  },
  states: [
    {
      route: 'service-portal/apps/x',
      path: 'service_portal/apps/x',
      subject: 'this app',
      loading: 'Loading app',
    },
  ],
};
