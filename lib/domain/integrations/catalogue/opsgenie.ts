import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const opsgenie: IntegrationType = {
  name: 'opsgenie',
  displayName: 'Opsgenie',
  category: 'Ticketing',
  description: 'Create, acknowledge and close alerts, and see who is on call.',
  badge: { letters: 'OG', colour: '#1d5bd6' },
  form: [
    {
      name: 'region',
      label: 'Service region',
      type: 'select',
      required: true,
      default: 'api.opsgenie.com',
      options: [
        { value: 'api.opsgenie.com', label: 'United States' },
        { value: 'api.eu.opsgenie.com', label: 'Europe' },
      ],
    },
    {
      name: 'api_key',
      label: 'API key',
      type: 'password',
      required: true,
      description:
        'Under Settings, API key management, with read access and configuration access. The test ' +
        'fails with the key of a team integration, because it cannot read the account.',
    },
  ],
  auth: { kind: 'headers', headers: { authorization: 'GenieKey {api_key}' } },
  base_url: 'https://{region}',
  test: { kind: 'call', method: 'GET', path: '/v2/account', shows: '/data/name' },
};
