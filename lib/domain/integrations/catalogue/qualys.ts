import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const qualys: IntegrationType = {
  name: 'qualys',
  displayName: 'Qualys VMDR',
  preview: true,
  category: 'Security',
  description: 'Read hosts and detections, and start scans.',
  badge: { letters: 'Qu', colour: '#b5121b' },
  form: [
    {
      name: 'api_url',
      label: 'API server',
      type: 'text',
      required: true,
      rule: 'base_url',
      description: 'The API server of your Qualys platform, as shown under Help, About.',
      placeholder: 'https://qualysapi.qualys.com',
    },
    { name: 'username', label: 'User name', type: 'text', required: true },
    {
      name: 'password',
      label: 'Password',
      type: 'password',
      required: true,
      description: 'The user needs the role Reader with API access, and no MFA.',
    },
  ],
  auth: { kind: 'basic', user: '{username}', password: '{password}' },
  base_url: '{api_url}',
  headers: { 'x-requested-with': 'Cloudwarden' },
  test: {
    kind: 'call',
    method: 'GET',
    path: '/api/2.0/fo/asset/host/?action=list&truncation_limit=1',
    answers: 'xml',
  },
};
