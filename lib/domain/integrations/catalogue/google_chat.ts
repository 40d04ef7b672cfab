import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const googleChat: IntegrationType = {
  name: 'google_chat',
  displayName: 'Google Chat',
  category: 'Communication',
  description: 'Post messages as cards to a space.',
  badge: { letters: 'GC', colour: '#137333' },
  form: [
    {
      name: 'webhook_url',
      label: 'Webhook address',
      type: 'password',
      required: true,
      rule: 'https_url',
      description:
        'In the space, open Apps & integrations, then Webhooks. Copy the whole address with its ' +
        'key and token.',
      placeholder: 'https://chat.googleapis.com/v1/spaces/…',
    },
  ],
  auth: { kind: 'webhook', url: '{webhook_url}', format: 'google_chat' },
  test: { kind: 'message' },
};
