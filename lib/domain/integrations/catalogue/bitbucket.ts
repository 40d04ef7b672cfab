import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const bitbucket: IntegrationType = {
  name: 'bitbucket',
  displayName: 'Bitbucket',
  category: 'Source control',
  description: 'Work with repositories, pull requests and pipelines of Bitbucket Cloud.',
  badge: { letters: 'Bb', colour: '#0c5fd0' },
  form: [
    {
      name: 'auth_type',
      label: 'Connect with',
      type: 'select',
      required: true,
      default: 'api_token',
      options: [
        {
          value: 'api_token',
          label: 'API token of an account',
          children: [
            {
              name: 'email',
              label: 'E-mail address',
              type: 'text',
              required: true,
              rule: 'email',
              description: 'The e-mail address of the Atlassian account that owns the token.',
              placeholder: 'automation@example.com',
            },
            {
              name: 'api_token',
              label: 'API token',
              type: 'password',
              required: true,
              description:
                'Create it at id.atlassian.com under Security, API tokens, with scopes, for ' +
                'Bitbucket. The test needs the scope read:user:bitbucket.',
            },
          ],
        },
        {
          value: 'access_token',
          label: 'Access token of a workspace, project or repository',
          children: [
            {
              name: 'access_token',
              label: 'Access token',
              type: 'password',
              required: true,
              description:
                'Create it in the settings of the workspace, project or repository under Access ' +
                'tokens, with the scopes that your bots need.',
            },
          ],
        },
      ],
    },
  ],
  auth: {
    kind: 'chosen',
    field: 'auth_type',
    of: {
      api_token: { kind: 'basic', user: '{email}', password: '{api_token}' },
      access_token: { kind: 'headers', headers: { authorization: 'Bearer {access_token}' } },
    },
  },
  base_url: 'https://api.bitbucket.org',
  test: {
    kind: 'chosen',
    field: 'auth_type',
    of: {
      api_token: { kind: 'call', method: 'GET', path: '/2.0/user', shows: '/display_name' },
      access_token: {
        kind: 'none',
        why: 'Bitbucket has no API call that every access token can make, so no test is possible.',
      },
    },
  },
};
