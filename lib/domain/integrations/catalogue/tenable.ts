import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const tenable: IntegrationType = {
  name: 'tenable',
  displayName: 'Tenable Vulnerability Management',
  category: 'Security',
  description: 'Read assets and vulnerabilities, and start scans.',
  badge: { letters: 'Te', colour: '#22577a' },
  form: [
    {
      name: 'access_key',
      label: 'Access key',
      type: 'password',
      required: true,
      description: 'Under My Account, API Keys. Generating new keys invalidates the previous keys.',
    },
    {
      name: 'secret_key',
      label: 'Secret key',
      type: 'password',
      required: true,
      description:
        'Shown once, together with the access key. Both have the permissions of their user.',
    },
  ],
  auth: {
    kind: 'headers',
    headers: { 'x-apikeys': 'accessKey={access_key};secretKey={secret_key}' },
  },
  base_url: 'https://cloud.tenable.com',
  test: { kind: 'call', method: 'GET', path: '/session', shows: '/username' },
};
