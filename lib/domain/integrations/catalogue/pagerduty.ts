import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const pagerduty: IntegrationType = {
  name: 'pagerduty',
  displayName: 'PagerDuty',
  category: 'Ticketing',
  description: 'Read and update incidents, on-call schedules and services.',
  badge: { letters: 'PD', colour: '#048a24' },
  form: [
    {
      name: 'region',
      label: 'Service region',
      type: 'select',
      required: true,
      default: 'api.pagerduty.com',
      options: [
        { value: 'api.pagerduty.com', label: 'United States' },
        { value: 'api.eu.pagerduty.com', label: 'Europe' },
      ],
    },
    {
      name: 'api_key',
      label: 'API key',
      type: 'password',
      required: true,
      description:
        'Under Integrations, API Access Keys. A read-only key is enough, unless bots change ' +
        'incidents.',
    },
  ],
  auth: { kind: 'headers', headers: { authorization: 'Token token={api_key}' } },
  base_url: 'https://{region}',
  headers: { accept: 'application/vnd.pagerduty+json;version=2' },
  test: { kind: 'call', method: 'GET', path: '/abilities' },
};
