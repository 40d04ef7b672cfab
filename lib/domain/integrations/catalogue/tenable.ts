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
      description: 'Under My Account, API Keys. Generating new keys ends the ones there were.',
    },
    {
      name: 'secret_key',
      label: 'Secret key',
      type: 'password',
      required: true,
      description: 'Shown together with the access key, once. Both have the rights of their user.',
    },
  ],
  auth: {
    kind: 'headers',
    headers: { 'x-apikeys': 'accessKey={access_key};secretKey={secret_key}' },
  },
  base_url: 'https://cloud.tenable.com',
  test: { kind: 'call', method: 'GET', path: '/session', shows: '/username' },
};
