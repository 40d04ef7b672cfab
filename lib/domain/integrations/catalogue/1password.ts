import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const onePassword: IntegrationType = {
  name: '1password',
  displayName: '1Password',
  category: 'Identity',
  description: 'Read sign-in attempts, item usage and audit events of an account.',
  badge: { letters: '1P', colour: '#0a5bd3' },
  form: [
    {
      name: 'region',
      label: 'Account domain',
      type: 'select',
      required: true,
      default: 'events.1password.com',
      options: [
        { value: 'events.1password.com', label: '1password.com' },
        { value: 'events.1password.ca', label: '1password.ca' },
        { value: 'events.1password.eu', label: '1password.eu' },
        { value: 'events.ent.1password.com', label: 'ent.1password.com' },
      ],
    },
    {
      name: 'token',
      label: 'Bearer token',
      type: 'password',
      required: true,
      description:
        'Created under Integrations, Events Reporting. Choose the events that the token may ' +
        'read. You need a 1Password Business account.',
    },
  ],
  auth: { kind: 'headers', headers: { authorization: 'Bearer {token}' } },
  base_url: 'https://{region}',
  test: {
    kind: 'call',
    method: 'GET',
    path: '/api/v2/auth/introspect',
    shows: '/account_uuid',
  },
};
