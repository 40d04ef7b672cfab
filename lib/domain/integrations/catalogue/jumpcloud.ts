import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const jumpcloud: IntegrationType = {
  name: 'jumpcloud',
  displayName: 'JumpCloud',
  category: 'Identity',
  description: 'Look up, suspend and change users, groups and devices.',
  badge: { letters: 'JC', colour: '#0f6e6e' },
  form: [
    {
      name: 'api_key',
      label: 'API key',
      type: 'password',
      required: true,
      description:
        'In the Admin Portal, open the menu of your account, then My API Key. The key has the ' +
        'permissions of its administrator.',
    },
  ],
  auth: { kind: 'headers', headers: { 'x-api-key': '{api_key}' } },
  base_url: 'https://console.jumpcloud.com',
  test: {
    kind: 'call',
    method: 'GET',
    path: '/api/organizations',
    shows: '/results/0/displayName',
  },
};
