import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const sentry: IntegrationType = {
  name: 'sentry',
  displayName: 'Sentry',
  category: 'Monitoring',
  description: 'Read and resolve issues of your projects.',
  badge: { letters: 'Se', colour: '#362d59' },
  form: [
    {
      name: 'url',
      label: 'Sentry address',
      type: 'text',
      required: true,
      rule: 'base_url',
      default: 'https://sentry.io',
      description: 'https://de.sentry.io for data in Germany, or the address of your own Sentry.',
    },
    {
      name: 'token',
      label: 'Auth token',
      type: 'password',
      required: true,
      description:
        'Under User Settings, Personal Tokens. The test needs Organization: Read; working with ' +
        'issues needs Issue & Event: Read, or Write.',
    },
  ],
  auth: { kind: 'headers', headers: { authorization: 'Bearer {token}' } },
  base_url: '{url}',
  test: { kind: 'call', method: 'GET', path: '/api/0/organizations/', shows: '/0/name' },
};
