import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const virustotal: IntegrationType = {
  name: 'virustotal',
  displayName: 'VirusTotal',
  category: 'Security',
  description: 'Look up files, addresses and domains in the reports of many scanners.',
  badge: { letters: 'VT', colour: '#2a4bd7' },
  form: [
    {
      name: 'api_key',
      label: 'API key',
      type: 'password',
      required: true,
      description:
        'In the menu of your account under API key. A key of the public API is limited to 4 ' +
        'requests per minute and not for commercial use.',
    },
  ],
  auth: { kind: 'headers', headers: { 'x-apikey': '{api_key}' } },
  base_url: 'https://www.virustotal.com',
  test: { kind: 'call', method: 'GET', path: '/api/v3/popular_threat_categories' },
};
