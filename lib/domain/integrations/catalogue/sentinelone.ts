import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const sentinelone: IntegrationType = {
  name: 'sentinelone',
  displayName: 'SentinelOne',
  category: 'Security',
  description: 'Read threats, and isolate, scan or reconnect endpoints.',
  badge: { letters: 'S1', colour: '#5b21b6' },
  form: [
    {
      name: 'domain',
      label: 'Console host',
      type: 'text',
      required: true,
      rule: 'host_name',
      placeholder: 'your-company.sentinelone.net',
    },
    {
      name: 'api_token',
      label: 'API token',
      type: 'password',
      required: true,
      description:
        'The API token of a service user, from Settings, Users. The role Viewer is enough to ' +
        'read; isolating endpoints needs a role that permits it. Tokens expire.',
    },
  ],
  auth: { kind: 'headers', headers: { authorization: 'ApiToken {api_token}' } },
  base_url: 'https://{domain}',
  test: {
    kind: 'call',
    method: 'GET',
    path: '/web/api/v2.1/sites?limit=1',
    shows: '/data/sites/0/accountName',
  },
};
