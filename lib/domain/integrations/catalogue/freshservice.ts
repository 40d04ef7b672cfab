import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const freshservice: IntegrationType = {
  name: 'freshservice',
  displayName: 'Freshservice',
  category: 'Ticketing',
  description: 'Create and update tickets, changes and assets.',
  badge: { letters: 'Fs', colour: '#0b7a75' },
  form: [
    {
      name: 'domain',
      label: 'Account name',
      type: 'text',
      required: true,
      rule: 'host_label',
      description: 'The part before .freshservice.com in the address of your account.',
      placeholder: 'your-company',
    },
    {
      name: 'api_key',
      label: 'API key',
      type: 'password',
      required: true,
      description: 'From the Profile settings of an agent who has permission to view tickets.',
    },
  ],
  auth: { kind: 'basic', user: '{api_key}', password: 'X' },
  base_url: 'https://{domain}.freshservice.com',
  test: { kind: 'call', method: 'GET', path: '/api/v2/tickets?per_page=1' },
};
