import { longText, number, readyMade, text } from '../ready-made.schema.ts';

const repository = [
  text('workspace', 'Workspace', 'Its name as in addresses.'),
  text('repository', 'Repository', 'Its name as in addresses.'),
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
    asks: true,
    parameters: [...repository, pullRequest],
    call: { method: 'POST', path: `${path}/pullrequests/{pull_request}/decline` },
  },
  revoke_access_key: {
    name: 'Revoke a Bitbucket access key',
    description: 'Deletes an SSH key of a repository: whoever uses it loses the repository.',
    asks: true,
    parameters: [...repository, number('key', 'Key', 'The id of the access key.')],
    call: { method: 'DELETE', path: `${path}/deploy-keys/{key}` },
  },
});
