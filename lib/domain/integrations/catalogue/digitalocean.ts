import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const digitalocean: IntegrationType = {
  name: 'digitalocean',
  displayName: 'DigitalOcean',
  category: 'Cloud',
  description: 'Read and change droplets, firewalls and databases.',
  badge: { letters: 'DO', colour: '#0059d6' },
  form: [
    {
      name: 'token',
      label: 'Personal access token',
      type: 'password',
      required: true,
      description:
        'In the control panel under API. Use custom scopes; the test needs account:read.',
      placeholder: 'dop_v1_…',
    },
  ],
  auth: { kind: 'headers', headers: { authorization: 'Bearer {token}' } },
  base_url: 'https://api.digitalocean.com',
  test: { kind: 'call', method: 'GET', path: '/v2/account', shows: '/account/email' },
};
