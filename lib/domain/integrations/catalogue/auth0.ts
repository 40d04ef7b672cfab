import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const auth0: IntegrationType = {
  name: 'auth0',
  displayName: 'Auth0',
  category: 'Identity',
  description: 'Look up, block and change users and applications of a tenant.',
  badge: { letters: 'A0', colour: '#b3361d' },
  form: [
    {
      name: 'domain',
      label: 'Tenant domain',
      type: 'text',
      required: true,
      rule: 'host_name',
      description: 'The domain that Auth0 assigned, not a custom domain.',
      placeholder: 'your-company.eu.auth0.com',
    },
    {
      name: 'client_id',
      label: 'Client ID',
      type: 'text',
      required: true,
      description:
        'The client ID of a machine-to-machine application with access to the Auth0 Management ' +
        'API.',
    },
    {
      name: 'client_secret',
      label: 'Client secret',
      type: 'password',
      required: true,
      description: 'The test needs the permission read:clients.',
    },
  ],
  auth: {
    kind: 'oauth2',
    token_url: 'https://{domain}/oauth/token',
    client_id: '{client_id}',
    client_secret: '{client_secret}',
    parameters: { audience: 'https://{domain}/api/v2/' },
  },
  base_url: 'https://{domain}',
  test: { kind: 'call', method: 'GET', path: '/api/v2/clients?per_page=1&fields=client_id' },
};
