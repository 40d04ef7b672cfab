import { oneOf, readyMade, text, withDefault } from '../ready-made.schema.ts';

const organization = text('organization', 'Organization', 'The id of the organization.');
const version = '2024-10-15';

export const snykActions = readyMade('snyk', {
  list_issues: {
    name: 'List Snyk issues',
    description: 'Reads up to 100 issues of one severity in an organization.',
    parameters: [
      organization,
      withDefault(
        'critical',
        oneOf(
          ['critical', 'high', 'medium', 'low'],
          text('severity', 'Severity', 'The severity of the issues to read.'),
        ),
      ),
    ],
    call: {
      method: 'GET',
      path: '/rest/orgs/{organization}/issues',
      query: { version, limit: '100', effective_severity_level: '{severity}' },
      result: '/data',
    },
  },
  list_projects: {
    name: 'List Snyk projects',
    description: 'Reads up to 100 projects of an organization.',
    parameters: [organization],
    call: {
      method: 'GET',
      path: '/rest/orgs/{organization}/projects',
      query: { version, limit: '100' },
      result: '/data',
    },
  },
});
