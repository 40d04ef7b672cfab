import type { IntegrationType } from '../catalogue-entry.schema.ts';
import { ignoreSsl } from '../form-fields.ts';

export const grafana: IntegrationType = {
  name: 'grafana',
  displayName: 'Grafana',
  category: 'Monitoring',
  description: 'Read dashboards and alerts, add annotations, and silence alerts.',
  badge: { letters: 'Gr', colour: '#a84a00' },
  form: [
    {
      name: 'url',
      label: 'Grafana address',
      type: 'text',
      required: true,
      rule: 'base_url',
      placeholder: 'https://your-company.grafana.net',
    },
    {
      name: 'token',
      label: 'Service account token',
      type: 'password',
      required: true,
      description:
        'Under Administration, Users and access, Service accounts. The role Viewer is enough to ' +
        'read.',
      placeholder: 'glsa_…',
    },
    ignoreSsl,
  ],
  auth: { kind: 'headers', headers: { authorization: 'Bearer {token}' } },
  base_url: '{url}',
  test: { kind: 'call', method: 'GET', path: '/api/access-control/user/permissions' },
};
