import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const zendesk: IntegrationType = {
  name: 'zendesk',
  displayName: 'Zendesk',
  category: 'Ticketing',
  description: 'Create and update tickets, and look up their requesters.',
  badge: { letters: 'Zd', colour: '#03363d' },
  form: [
    {
      name: 'subdomain',
      label: 'Subdomain',
      type: 'text',
      required: true,
      rule: 'host_label',
      description: 'The part before .zendesk.com in the address of your account.',
      placeholder: 'your-company',
    },
    {
      name: 'email',
      label: 'E-mail address',
      type: 'text',
      required: true,
      rule: 'email',
      description: 'The e-mail address of the agent on whose behalf the calls are made.',
      placeholder: 'automation@example.com',
    },
    {
      name: 'api_token',
      label: 'API token',
      type: 'password',
      required: true,
      description: 'In the Admin Center under Apps and integrations, Zendesk API.',
    },
  ],
  auth: { kind: 'basic', user: '{email}/token', password: '{api_token}' },
  base_url: 'https://{subdomain}.zendesk.com',
  test: { kind: 'call', method: 'GET', path: '/api/v2/users.json?per_page=1' },
};
