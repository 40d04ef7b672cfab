import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const conformity: IntegrationType = {
  name: 'conformity',
  displayName: 'Trend Cloud One Conformity',
  preview: true,
  category: 'Security',
  description: 'Read compliance checks of your cloud accounts, and suppress or run them.',
  badge: { letters: 'CC', colour: '#b3141e' },
  form: [
    {
      name: 'region',
      label: 'Region',
      type: 'select',
      required: true,
      default: 'us-1',
      options: [
        { value: 'us-1', label: 'United States (us-1)' },
        { value: 'au-1', label: 'Australia (au-1)' },
        { value: 'ca-1', label: 'Canada (ca-1)' },
        { value: 'de-1', label: 'Germany (de-1)' },
        { value: 'gb-1', label: 'United Kingdom (gb-1)' },
        { value: 'in-1', label: 'India (in-1)' },
        { value: 'jp-1', label: 'Japan (jp-1)' },
        { value: 'sg-1', label: 'Singapore (sg-1)' },
      ],
    },
    {
      name: 'api_key',
      label: 'API key',
      type: 'password',
      required: true,
      description:
        'In Trend Cloud One under Administration, API keys. The role Read Only is enough to read ' +
        'checks.',
    },
  ],
  auth: { kind: 'headers', headers: { authorization: 'ApiKey {api_key}' } },
  base_url: 'https://conformity.{region}.cloudone.trendmicro.com/api',
  headers: { 'content-type': 'application/vnd.api+json' },
  test: { kind: 'call', method: 'GET', path: '/users/whoami' },
};
