import type { IntegrationType } from '../catalogue-entry.schema.ts';
import { ignoreSsl } from '../form-fields.ts';

export const misp: IntegrationType = {
  name: 'misp',
  displayName: 'MISP',
  category: 'Security',
  description: 'Search and add events and indicators of a threat sharing platform.',
  badge: { letters: 'MI', colour: '#0b6fa4' },
  form: [
    {
      name: 'url',
      label: 'MISP address',
      type: 'text',
      required: true,
      rule: 'base_url',
      placeholder: 'https://misp.example.com',
    },
    {
      name: 'auth_key',
      label: 'Authentication key',
      type: 'password',
      required: true,
      description: 'Under My Profile, Auth keys. A read-only key is enough to search.',
    },
    ignoreSsl,
  ],
  auth: { kind: 'headers', headers: { authorization: '{auth_key}' } },
  base_url: '{url}',
  headers: { accept: 'application/json' },
  test: { kind: 'call', method: 'GET', path: '/tags' },
};
