import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const okta: IntegrationType = {
  name: 'okta',
  displayName: 'Okta',
  category: 'Identity',
  description: 'Look up, suspend and sign out users, and change groups and factors.',
  badge: { letters: 'Ok', colour: '#00297a' },
  form: [
    {
      name: 'domain',
      label: 'Okta domain',
      type: 'text',
      required: true,
      rule: 'host_name',
      description: 'The domain in the address of your Admin Console, without -admin.',
      placeholder: 'your-company.okta.com',
    },
    {
      name: 'api_token',
      label: 'API token',
      type: 'password',
      required: true,
      description:
        'In the Admin Console under Security, API, Tokens. It has the permissions of the user ' +
        'who creates it: use a service account with only the admin role that you need.',
    },
  ],
  auth: { kind: 'headers', headers: { authorization: 'SSWS {api_token}' } },
  base_url: 'https://{domain}',
  test: { kind: 'call', method: 'GET', path: '/api/v1/users/me', shows: '/profile/login' },
};
