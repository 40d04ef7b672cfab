import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const snyk: IntegrationType = {
  name: 'snyk',
  displayName: 'Snyk',
  category: 'Security',
  description: 'Read issues of projects and container images, and ignore or retest them.',
  badge: { letters: 'Sn', colour: '#4b45a1' },
  form: [
    {
      name: 'region',
      label: 'Hosting region',
      type: 'select',
      required: true,
      default: 'api.snyk.io',
      options: [
        { value: 'api.snyk.io', label: 'SNYK-US-01' },
        { value: 'api.us.snyk.io', label: 'SNYK-US-02' },
        { value: 'api.eu.snyk.io', label: 'SNYK-EU-01' },
        { value: 'api.au.snyk.io', label: 'SNYK-AU-01' },
      ],
    },
    {
      name: 'api_token',
      label: 'API token',
      type: 'password',
      required: true,
      description:
        'The API token of a service account, from the settings of your organization or group. ' +
        'The role Viewer is enough to read.',
    },
  ],
  auth: { kind: 'headers', headers: { authorization: 'token {api_token}' } },
  base_url: 'https://{region}',
  test: {
    kind: 'call',
    method: 'GET',
    path: '/rest/self?version=2024-06-10',
    shows: '/data/attributes/name',
  },
};
