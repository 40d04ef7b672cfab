import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const msTeams: IntegrationType = {
  name: 'ms_teams',
  displayName: 'Microsoft Teams',
  category: 'Communication',
  description: 'Post messages and approval requests as cards to a channel or chat.',
  badge: { letters: 'MT', colour: '#4b53bc' },
  form: [
    {
      name: 'webhook_url',
      label: 'Workflow address',
      type: 'password',
      required: true,
      rule: 'https_url',
      description:
        'In Teams open Workflows and create one from "Send webhook alerts to a channel", then ' +
        'copy its address. Addresses of the old Office 365 connectors no longer work.',
      placeholder: 'https://….api.powerplatform.com/…',
    },
  ],
  auth: { kind: 'webhook', url: '{webhook_url}', format: 'ms_teams' },
  test: { kind: 'message' },
};
