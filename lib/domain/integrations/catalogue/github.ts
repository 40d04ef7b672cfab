import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const github: IntegrationType = {
  name: 'github',
  displayName: 'GitHub',
  category: 'Source control',
  description: 'Work with repositories, issues, pull requests and security alerts.',
  badge: { letters: 'GH', colour: '#24292f' },
  form: [
    {
      name: 'api_url',
      label: 'API address',
      type: 'text',
      required: true,
      rule: 'base_url',
      default: 'https://api.github.com',
      description: 'For GitHub Enterprise Server, enter https://your-host/api/v3.',
    },
    {
      name: 'token',
      label: 'Access token',
      type: 'password',
      required: true,
      description:
        'Under Settings, Developer settings, Personal access tokens. A fine-grained token with ' +
        'only the repositories and rights that your bots need is best.',
      placeholder: 'github_pat_…',
    },
  ],
  auth: { kind: 'headers', headers: { authorization: 'Bearer {token}' } },
  base_url: '{api_url}',
  headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
  test: { kind: 'call', method: 'GET', path: '/user', shows: '/login' },
};
