import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const discord: IntegrationType = {
  name: 'discord',
  displayName: 'Discord',
  category: 'Communication',
  description: 'Post messages to a channel of a server.',
  badge: { letters: 'Di', colour: '#4752c4' },
  form: [
    {
      name: 'webhook_url',
      label: 'Webhook address',
      type: 'password',
      required: true,
      rule: 'https_url',
      description:
        'In the channel settings, open Integrations, Webhooks, and select Copy Webhook URL.',
      placeholder: 'https://discord.com/api/webhooks/…',
    },
  ],
  auth: { kind: 'webhook', url: '{webhook_url}', format: 'discord' },
  test: { kind: 'call', method: 'GET', path: '', shows: '/name' },
};
