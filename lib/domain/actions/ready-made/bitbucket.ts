import { longText, number, readyMade, text } from '../ready-made.schema.ts';

const repository = [
  text('workspace', 'Workspace', 'The name of the workspace, as in its URL.'),
  text('repository', 'Repository', 'The name of the repository, as in its URL.'),
];
const path = '/2.0/repositories/{workspace}/{repository}';
const pullRequest = number('pull_request', 'Pull request', 'Its number.');

export const bitbucketActions = readyMade('bitbucket', {
  comment_pull_request: {
    name: 'Comment on a Bitbucket pull request',
    description: 'Adds a comment to a pull request.',
    parameters: [...repository, pullRequest, longText('comment', 'Comment', 'In Markdown.')],
    call: {
      method: 'POST',
      path: `${path}/pullrequests/{pull_request}/comments`,
      body: { content: { raw: '{comment}' } },
    },
  },
  decline_pull_request: {
    name: 'Decline a Bitbucket pull request',
    description: 'Closes a pull request without merging it.',
    needsApproval: true,
    parameters: [...repository, pullRequest],
    call: { method: 'POST', path: `${path}/pullrequests/{pull_request}/decline` },
  },
  revoke_access_key: {
    name: 'Revoke a Bitbucket access key',
    description: 'Deletes an SSH access key; it no longer gives access to the repository.',
    needsApproval: true,
    parameters: [...repository, number('key', 'Key', 'The id of the access key.')],
    call: { method: 'DELETE', path: `${path}/deploy-keys/{key}` },
  },
});
