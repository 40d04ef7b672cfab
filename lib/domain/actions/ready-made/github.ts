import { list, longText, number, oneOf, optional, readyMade, text } from '../ready-made.schema.ts';

const repository = [
  text('owner', 'Owner', 'The user or organization that owns the repository.'),
  text('repository', 'Repository', 'Its name, without the owner.'),
];
const repositoryPath = '/repos/{owner}/{repository}';
const issue = number('issue', 'Issue', 'The number of the issue or pull request.');
const membership = [
  text('organization', 'Organization', 'The name of the organization, as in its URL.'),
  text('user', 'User', 'The user name on GitHub.'),
];

export const githubActions = readyMade('github', {
  create_issue: {
    name: 'Create a GitHub issue',
    description: 'Creates an issue in a repository.',
    parameters: [
      ...repository,
      text('title', 'Title', 'One line that says what it is about.'),
      longText('body', 'Text', 'What was found, in Markdown.'),
      optional(list('labels', 'Labels', 'The names of labels.')),
    ],
    call: {
      method: 'POST',
      path: `${repositoryPath}/issues`,
      body: { title: '{title}', body: '{body}', labels: '{labels}' },
    },
  },
  add_comment: {
    name: 'Comment on a GitHub issue',
    description: 'Adds a comment to an issue or a pull request.',
    parameters: [...repository, issue, longText('comment', 'Comment', 'In Markdown.')],
    call: {
      method: 'POST',
      path: `${repositoryPath}/issues/{issue}/comments`,
      body: { body: '{comment}' },
    },
  },
  close_issue: {
    name: 'Close a GitHub issue',
    description: 'Closes an issue as completed.',
    parameters: [...repository, issue],
    call: {
      method: 'PATCH',
      path: `${repositoryPath}/issues/{issue}`,
      body: { state: 'closed', state_reason: 'completed' },
    },
  },
  resolve_secret_alert: {
    name: 'Resolve a GitHub secret scanning alert',
    description: 'Resolves an alert, and records how the leaked secret was handled.',
    parameters: [
      ...repository,
      number('alert', 'Alert', 'The number of the alert.'),
      oneOf(
        ['revoked', 'false_positive', 'wont_fix', 'used_in_tests'],
        text('resolution', 'Resolution', 'How the secret was handled.'),
      ),
    ],
    call: {
      method: 'PATCH',
      path: `${repositoryPath}/secret-scanning/alerts/{alert}`,
      body: { state: 'resolved', resolution: '{resolution}' },
    },
  },
  revoke_deploy_key: {
    name: 'Revoke a GitHub deploy key',
    description: 'Deletes a deploy key; it no longer gives access to the repository.',
    needsApproval: true,
    parameters: [...repository, number('key', 'Key', 'The id of the deploy key.')],
    call: { method: 'DELETE', path: `${repositoryPath}/keys/{key}` },
  },
  remove_member: {
    name: 'Remove a member from a GitHub organization',
    description: 'Removes a user, who loses access to all repositories of the organization.',
    needsApproval: true,
    parameters: membership,
    call: { method: 'DELETE', path: '/orgs/{organization}/memberships/{user}' },
  },
  remove_outside_collaborator: {
    name: 'Remove an outside collaborator from a GitHub organization',
    description: 'Removes the access of a non-member to all repositories of the organization.',
    needsApproval: true,
    parameters: membership,
    call: { method: 'DELETE', path: '/orgs/{organization}/outside_collaborators/{user}' },
  },
  block_user: {
    name: 'Block a GitHub user',
    description: 'Keeps a user from contributing to the repositories of an organization.',
    needsApproval: true,
    parameters: membership,
    call: { method: 'PUT', path: '/orgs/{organization}/blocks/{user}' },
  },
});
