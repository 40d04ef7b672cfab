import type { ShownPages } from '../support/shown-pages.ts';

export const shown: ShownPages = {
  routes: [],
  elsewhere: { account: 'account.test.ts', subscription: 'account.test.ts' },
  lists: {
    'account/api-keys-tab': {
      route: 'account?tab=api-keys',
      path: 'api_keys',
      rows: 'API keys',
      emptyText: 'No API keys',
    },
  },
  states: [
    {
      route: 'account/subscription',
      path: 'subscriptions',
      subject: 'subscriptions',
      loading: 'Loading subscriptions',
    },
    {
      route: 'account?tab=api-keys',
      path: 'api_keys',
      subject: 'API keys',
      loading: 'Loading API keys',
    },
  ],
};
