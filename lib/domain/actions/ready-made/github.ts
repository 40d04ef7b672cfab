import { list, longText, number, oneOf, optional, readyMade, text } from '../ready-made.schema.ts';

const repository = [
  text('owner', 'Owner', 'The user or organization that has the repository.'),
  text('repository', 'Repository', 'Its name, without the owner.'),
];
const at = '/repos/{owner}/{repository}';
const issue = number('issue', 'Issue', 'The number of the issue or pull request.');
const membership = [
  text('organization', 'Organization', 'Its name as in addresses.'),
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
      path: `${at}/issues`,
      body: { title: '{title}', body: '{body}', labels: '{labels}' },
    },
  },
  add_comment: {
    name: 'Comment on a GitHub issue',
    description: 'Adds a comment to an issue or a pull request.',
    parameters: [...repository, issue, longText('comment', 'Comment', 'In Markdown.')],
    call: { method: 'POST', path: `${at}/issues/{issue}/comments`, body: { body: '{comment}' } },
  },
  close_issue: {
    name: 'Close a GitHub issue',
    description: 'Closes an issue as completed.',
    parameters: [...repository, issue],
    call: {
      method: 'PATCH',
      path: `${at}/issues/{issue}`,
      body: { state: 'closed', state_reason: 'completed' },
    },
  },
  resolve_secret_alert: {
    name: 'Resolve a GitHub secret scanning alert',
    description: 'Says how a leaked secret was dealt with.',
    parameters: [
      ...repository,
      number('alert', 'Alert', 'The number of the alert.'),
      oneOf(
        ['revoked', 'false_positive', 'wont_fix', 'used_in_tests'],
        text('resolution', 'Resolution', 'How it was dealt with.'),
      ),
    ],
    call: {
      method: 'PATCH',
      path: `${at}/secret-scanning/alerts/{alert}`,
      body: { state: 'resolved', resolution: '{resolution}' },
    },
  },
  revoke_deploy_key: {
    name: 'Revoke a GitHub deploy key',
    description: 'Deletes a deploy key: whoever uses it loses the repository.',
    asks: true,
    parameters: [...repository, number('key', 'Key', 'The id of the deploy key.')],
    call: { method: 'DELETE', path: `${at}/keys/{key}` },
  },
  remove_member: {
    name: 'Remove a member from a GitHub organization',
    description: 'Takes the membership, and with it all repositories of the organization.',
    asks: true,
    parameters: membership,
    call: { method: 'DELETE', path: '/orgs/{organization}/memberships/{user}' },
  },
  remove_outside_collaborator: {
    name: 'Remove an outside collaborator from a GitHub organization',
    description: 'Takes all repositories of the organization from somebody who is no member.',
    asks: true,
    parameters: membership,
    call: { method: 'DELETE', path: '/orgs/{organization}/outside_collaborators/{user}' },
  },
  block_user: {
    name: 'Block a GitHub user',
    description: 'Keeps a user from writing in the repositories of an organization.',
    asks: true,
    parameters: membership,
    call: { method: 'PUT', path: '/orgs/{organization}/blocks/{user}' },
  },
});
