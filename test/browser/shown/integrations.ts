import type { ShownPages } from '../support/shown-pages.ts';

export const shown: ShownPages = {
  make: async ({ api }) => {
    const { accountId } = await api.integrations.createIntegration({
      cspName: 'rest_api',
      alias: 'Host manager',
      groups: ['hosts', 'production'],
      values: {
        api_url: 'https://hosts.example.com/v1',
        auth_type: 'basic',
        username: 'cloudwarden',
        password: 'shown nowhere',
        further_hosts: 'uploads.example.com:8443',
        test_path: '/me',
      },
    });
    return { accountId };
  },
  routes: [
    ['integrations', 'Integrations', 'Show integrations (7)'],
    ['integrations/list', 'Connected integrations', 'Host manager'],
    ['integrations/rest_api', 'Connect REST API', 'Additional allowed hosts - optional'],
    ['integrations/aws', 'Connect an AWS account', 'Account Details'],
    ['integrations/view/{accountId}', 'Host manager', 'Bots that use it'],
    ['integrations/view/{accountId}?tab=credentials', 'Host manager', 'Stored encrypted'],
    ['integrations/view/{accountId}?tab=scopes', 'Host manager', 'uploads.example.com:8443'],
  ],
  elsewhere: { awsRole: 'integrations.test.ts' },
  lists: {
    'integrations/list': {
      route: 'integrations/list',
      path: 'integrations',
      rows: 'integrations',
      emptyText: 'No integrations',
    },
  },
  states: [
    {
      route: 'integrations',
      path: 'integration_types',
      subject: 'integrations',
      loading: 'Loading integrations',
    },
    {
      route: 'integrations/rest_api',
      path: 'integration_types/rest_api',
      subject: 'this form',
      loading: 'Loading form',
    },
    {
      route: 'integrations/view/x',
      path: 'integrations/x',
      subject: 'this integration',
      loading: 'Loading integration',
    },
  ],
};
