import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const webhook: IntegrationType = {
  name: 'webhook',
  displayName: 'Signed webhook',
  category: 'Generic',
  description: 'Post signed JSON to your own system, which can verify the sender.',
  badge: { letters: 'Wh', colour: '#7a2e0e' },
  form: [
    {
      name: 'url',
      label: 'Address',
      type: 'text',
      required: true,
      rule: 'https_url',
      placeholder: 'https://example.com/hooks/cloudwarden',
    },
    {
      name: 'signing_secret',
      label: 'Signing secret',
      type: 'password',
      required: true,
      description:
        'A long random text that the receiver also has. Each message carries an HMAC-SHA256 ' +
        'signature of its body, made with this secret.',
    },
  ],
  auth: { kind: 'signature', secret: '{signing_secret}' },
  base_url: '{url}',
  test: { kind: 'message' },
};
