import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const shodan: IntegrationType = {
  name: 'shodan',
  displayName: 'Shodan',
  category: 'Security',
  description: 'Look up which services an address shows to the internet.',
  badge: { letters: 'Sh', colour: '#a31515' },
  form: [
    {
      name: 'api_key',
      label: 'API key',
      type: 'password',
      required: true,
      description: 'On the overview page of your account.',
      tooltip: 'Shodan expects the key in the address of each call, which servers may log.',
    },
  ],
  auth: { kind: 'query', name: 'key', value: '{api_key}' },
  base_url: 'https://api.shodan.io',
  test: { kind: 'call', method: 'GET', path: '/api-info' },
};
