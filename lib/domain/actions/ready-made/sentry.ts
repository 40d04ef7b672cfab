import { readyMade, text } from '../ready-made.schema.ts';

export const sentryActions = readyMade('sentry', {
  resolve_issue: {
    name: 'Resolve a Sentry issue',
    description: 'Sets an issue to resolved, until it happens again.',
    parameters: [
      text('organization', 'Organization', 'Its slug, as in the URLs of Sentry.'),
      text('issue', 'Issue', 'The id of the issue.'),
    ],
    call: {
      method: 'PUT',
      path: '/api/0/organizations/{organization}/issues/{issue}/',
      body: { status: 'resolved' },
    },
  },
});
