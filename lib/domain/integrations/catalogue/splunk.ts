import type { IntegrationType } from '../catalogue-entry.schema.ts';
import { ignoreSsl } from '../form-fields.ts';

export const splunk: IntegrationType = {
  name: 'splunk',
  displayName: 'Splunk',
  category: 'Monitoring',
  description: 'Run searches, and read and acknowledge notable events.',
  badge: { letters: 'Sp', colour: '#2b6e1f' },
  form: [
    {
      name: 'url',
      label: 'Management address',
      type: 'text',
      required: true,
      rule: 'base_url',
      description: 'The address of the REST API, usually with port 8089.',
      placeholder: 'https://splunk.example.com:8089',
    },
    {
      name: 'token',
      label: 'Authentication token',
      type: 'password',
      required: true,
      description: 'Under Settings, Tokens. It has the permissions of its user and may expire.',
    },
    ignoreSsl,
  ],
  auth: { kind: 'headers', headers: { authorization: 'Bearer {token}' } },
  base_url: '{url}',
  test: {
    kind: 'call',
    method: 'GET',
    path: '/services/authentication/current-context?output_mode=json',
    shows: '/entry/0/content/username',
  },
};
