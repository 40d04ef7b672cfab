import type { IntegrationType } from '../catalogue-entry.schema.ts';
import { atlassian } from '../form-fields.ts';

export const confluence: IntegrationType = {
  name: 'confluence',
  displayName: 'Confluence',
  category: 'Ticketing',
  description: 'Read and write pages of Confluence Cloud, such as runbooks and reports.',
  badge: { letters: 'Co', colour: '#0055cc' },
  form: atlassian,
  auth: { kind: 'basic', user: '{email}', password: '{api_token}' },
  base_url: 'https://{site}.atlassian.net',
  test: {
    kind: 'call',
    method: 'GET',
    path: '/wiki/rest/api/user/current',
    shows: '/displayName',
  },
};
