import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const rapid7: IntegrationType = {
  name: 'rapid7',
  displayName: 'Rapid7 Insight',
  preview: true,
  category: 'Security',
  description: 'Read assets, vulnerabilities and investigations of the Insight platform.',
  badge: { letters: 'R7', colour: '#a63d00' },
  form: [
    {
      name: 'region',
      label: 'Region',
      type: 'select',
      required: true,
      default: 'us',
      description: 'The first part of the address of your Insight products, such as us2.',
      options: [
        { value: 'us', label: 'United States (us)' },
        { value: 'us2', label: 'United States (us2)' },
        { value: 'us3', label: 'United States (us3)' },
        { value: 'eu', label: 'Europe (eu)' },
        { value: 'ca', label: 'Canada (ca)' },
        { value: 'au', label: 'Australia (au)' },
        { value: 'ap', label: 'Japan (ap)' },
      ],
    },
    {
      name: 'api_key',
      label: 'API key',
      type: 'password',
      required: true,
      description: 'On the Insight platform under API Keys: a user key, or an organization key.',
    },
  ],
  auth: { kind: 'headers', headers: { 'x-api-key': '{api_key}' } },
  base_url: 'https://{region}.api.insight.rapid7.com',
  test: { kind: 'call', method: 'GET', path: '/validate' },
};
