import { longText, number, optional, readyMade, text } from '../ready-made.schema.ts';

const project = text('project', 'Project', 'Its id, or its path such as group/project.');
const issue = number('issue', 'Issue', 'The number of the issue in its project.');

export const gitlabActions = readyMade('gitlab', {
  create_issue: {
    name: 'Create a GitLab issue',
    description: 'Creates an issue in a project.',
    parameters: [
      project,
      text('title', 'Title', 'One line that says what it is about.'),
      longText('description', 'Description', 'What was found, in Markdown.'),
      optional(text('labels', 'Labels', 'The names of labels, separated by commas.')),
    ],
    call: {
      method: 'POST',
      path: '/api/v4/projects/{project}/issues',
      body: { title: '{title}', description: '{description}', labels: '{labels}' },
    },
  },
  add_comment: {
    name: 'Comment on a GitLab issue',
    description: 'Adds a comment to an issue.',
    parameters: [project, issue, longText('comment', 'Comment', 'In Markdown.')],
    call: {
      method: 'POST',
      path: '/api/v4/projects/{project}/issues/{issue}/notes',
      body: { body: '{comment}' },
    },
  },
  block_user: {
    name: 'Block a GitLab user',
    description: 'Keeps a user from signing in; needs the token of an administrator.',
    needsApproval: true,
    parameters: [number('user', 'User', 'The id of the user.')],
    call: { method: 'POST', path: '/api/v4/users/{user}/block' },
  },
  revoke_token: {
    name: 'Revoke a GitLab access token',
    description: 'Revokes a personal access token; whatever uses it stops working.',
    needsApproval: true,
    parameters: [number('token', 'Token', 'The id of the token, not the token itself.')],
    call: { method: 'DELETE', path: '/api/v4/personal_access_tokens/{token}' },
  },
});
