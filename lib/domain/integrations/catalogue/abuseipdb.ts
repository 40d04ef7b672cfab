import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const abuseipdb: IntegrationType = {
  name: 'abuseipdb',
  displayName: 'AbuseIPDB',
  category: 'Security',
  description: 'Check the reputation of IP addresses, and report attacks.',
  badge: { letters: 'AI', colour: '#7a1f5c' },
  form: [
    {
      name: 'api_key',
      label: 'API key',
      type: 'password',
      required: true,
      description: 'In your account under API. Each test counts as one check of the daily limit.',
    },
  ],
  auth: { kind: 'headers', headers: { key: '{api_key}' } },
  base_url: 'https://api.abuseipdb.com',
  headers: { accept: 'application/json' },
  test: { kind: 'call', method: 'GET', path: '/api/v2/check?ipAddress=127.0.0.1' },
};
