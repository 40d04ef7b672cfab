import type { ShownPages } from '../support/shown-pages.ts';

export const shown: ShownPages = {
  routes: [],
  elsewhere: { account: 'account.test.ts', subscription: 'account.test.ts' },
  lists: {
    'account/api-keys-tab': {
      route: 'account?tab=api-keys',
      path: 'api_keys',
      rows: 'API keys',
      nothing: 'No API keys',
    },
  },
  states: [
    {
      route: 'account/subscription',
      path: 'subscriptions',
      what: 'subscriptions',
      loading: 'Loading subscriptions',
    },
    {
      route: 'account?tab=api-keys',
      path: 'api_keys',
      what: 'API keys',
      loading: 'Loading API keys',
    },
  ],
};
