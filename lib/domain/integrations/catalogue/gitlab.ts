import type { IntegrationType } from '../catalogue-entry.schema.ts';
import { ignoreSsl } from '../form-fields.ts';

export const gitlab: IntegrationType = {
  name: 'gitlab',
  displayName: 'GitLab',
  category: 'Source control',
  description: 'Work with projects, merge requests, issues and pipelines.',
  badge: { letters: 'GL', colour: '#c2410c' },
  form: [
    {
      name: 'url',
      label: 'GitLab address',
      type: 'text',
      required: true,
      rule: 'base_url',
      default: 'https://gitlab.com',
      description: 'Change it if you use a self-managed GitLab.',
    },
    {
      name: 'token',
      label: 'Access token',
      type: 'password',
      required: true,
      description:
        'A personal, group or project access token with the scope read_api, or api if bots make ' +
        'changes.',
      placeholder: 'glpat-…',
    },
    ignoreSsl,
  ],
  auth: { kind: 'headers', headers: { 'private-token': '{token}' } },
  base_url: '{url}',
  test: { kind: 'call', method: 'GET', path: '/api/v4/user', shows: '/username' },
};
