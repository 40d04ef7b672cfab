import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const slack: IntegrationType = {
  name: 'slack',
  displayName: 'Slack',
  category: 'Communication',
  description: 'Post messages to channels, and look up people and conversations of a workspace.',
  badge: { letters: 'Sl', colour: '#4a154b' },
  form: [
    {
      name: 'auth_type',
      label: 'Connect with',
      type: 'select',
      required: true,
      default: 'bot_token',
      options: [
        {
          value: 'bot_token',
          label: 'Bot token (all calls)',
          children: [
            {
              name: 'bot_token',
              label: 'Bot token',
              type: 'password',
              required: true,
              description:
                'At api.slack.com/apps open your app, then OAuth & Permissions. To post messages ' +
                'the app needs the scope chat:write, and must be invited to the channel.',
              placeholder: 'xoxb-…',
            },
          ],
        },
        {
          value: 'webhook',
          label: 'Incoming webhook (messages to one channel)',
          children: [
            {
              name: 'webhook_url',
              label: 'Webhook address',
              type: 'password',
              required: true,
              rule: 'https_url',
              description:
                'The webhook URL from Incoming Webhooks of the app. It posts to the channel that ' +
                'you chose.',
              placeholder: 'https://hooks.slack.com/services/…',
            },
          ],
        },
      ],
    },
  ],
  auth: {
    kind: 'chosen',
    field: 'auth_type',
    of: {
      bot_token: { kind: 'headers', headers: { authorization: 'Bearer {bot_token}' } },
      webhook: { kind: 'webhook', url: '{webhook_url}', format: 'slack' },
    },
  },
  base_url: 'https://slack.com/api',
  test: {
    kind: 'chosen',
    field: 'auth_type',
    of: {
      bot_token: {
        kind: 'call',
        method: 'POST',
        path: '/auth.test',
        expects: { at: '/ok', is: true },
        shows: '/user',
      },
      webhook: { kind: 'message' },
    },
  },
};
