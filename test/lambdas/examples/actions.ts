import type { Example } from '../example.ts';

export const example: Example = {
  furnish: async () => ({ action_id: 'jira.create_issue' }),
};
