import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const wiz: IntegrationType = {
  name: 'wiz',
  displayName: 'Wiz',
  preview: true,
  category: 'Security',
  description: 'Read issues, vulnerabilities and the inventory of your clouds.',
  badge: { letters: 'Wi', colour: '#0047cc' },
  form: [
    {
      name: 'data_center',
      label: 'Data center',
      type: 'text',
      required: true,
      rule: 'host_label',
      description:
        'In Wiz, under your user settings, Tenant: the part of the API endpoint after api.',
      placeholder: 'us1',
    },
    { name: 'client_id', label: 'Client ID', type: 'text', required: true },
    {
      name: 'client_secret',
      label: 'Client secret',
      type: 'password',
      required: true,
      description:
        'The secret of a service account of type Custom Integration (GraphQL API) under ' +
        'Settings, Access Management, with the scope read:issues and the other scopes that your ' +
        'bots need.',
    },
  ],
  auth: {
    kind: 'oauth2',
    token_url: 'https://auth.app.wiz.io/oauth/token',
    client_id: '{client_id}',
    client_secret: '{client_secret}',
    parameters: { audience: 'wiz-api' },
  },
  base_url: 'https://api.{data_center}.app.wiz.io',
  // The token comes from another host, and says nothing about the data centre.
  test: {
    kind: 'call',
    method: 'POST',
    path: '/graphql',
    body: { query: '{ __typename }' },
    needs: {
      at: '/data/__typename',
      otherwise: 'does not respond like the API of Wiz. Check "Data center".',
    },
  },
};
