import type { IntegrationType } from '../catalogue-entry.schema.ts';
import { atlassian } from '../form-fields.ts';

export const jira: IntegrationType = {
  name: 'jira',
  displayName: 'Jira',
  category: 'Ticketing',
  description: 'Create, update and search issues of Jira Cloud.',
  badge: { letters: 'Ji', colour: '#1558bc' },
  form: atlassian,
  auth: { kind: 'basic', user: '{email}', password: '{api_token}' },
  base_url: 'https://{site}.atlassian.net',
  test: { kind: 'call', method: 'GET', path: '/rest/api/3/myself', shows: '/displayName' },
};
