import { type DocumentedActions, noContent } from './exchange.ts';

const repository = { owner: 'acme', repository: 'shop' };
const github = 'https://api.github.com';
const repo = `${github}/repos/acme/shop`;
const gitlab = 'https://gitlab.com/api/v4';
const project = 'acme/shop';
const snyk = 'https://api.snyk.io/rest/orgs/a04d9cbd-ae6e-44af-b573-0556b0ad4bd2';
const organization = 'a04d9cbd-ae6e-44af-b573-0556b0ad4bd2';

const bitbucketRepository = { workspace: 'acme', repository: 'shop' };
const bitbucket = 'https://api.bitbucket.org/2.0/repositories/acme/shop';
const terraform = 'https://app.terraform.io/api/v2';
const workspace = 'ws-SihZTyXKfNXUWuUa';

export const code: DocumentedActions = {
  'github.create_issue': {
    given: { ...repository, title: 'Open port', body: 'Close it.', labels: ['security'] },
    call: `POST ${repo}/issues`,
    headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
    body: { title: 'Open port', body: 'Close it.', labels: ['security'] },
    answer: [201, { id: 1, number: 1347, state: 'open' }],
  },
  'github.add_comment': {
    given: { ...repository, issue: 1347, comment: 'Me too' },
    call: `POST ${repo}/issues/1347/comments`,
    body: { body: 'Me too' },
    answer: [201, { id: 1, body: 'Me too' }],
  },
  'github.close_issue': {
    given: { ...repository, issue: 1347 },
    call: `PATCH ${repo}/issues/1347`,
    body: { state: 'closed', state_reason: 'completed' },
    answer: [200, { id: 1, number: 1347, state: 'closed' }],
  },
  'github.resolve_secret_alert': {
    given: { ...repository, alert: 42, resolution: 'revoked' },
    call: `PATCH ${repo}/secret-scanning/alerts/42`,
    body: { state: 'resolved', resolution: 'revoked' },
    answer: [200, { number: 42, state: 'resolved', resolution: 'revoked' }],
  },
  'github.revoke_deploy_key': {
    given: { ...repository, key: 1 },
    call: `DELETE ${repo}/keys/1`,
    answer: noContent,
  },
  'github.remove_member': {
    given: { organization: 'acme', user: 'octocat' },
    call: `DELETE ${github}/orgs/acme/memberships/octocat`,
    answer: noContent,
  },
  'github.block_user': {
    given: { organization: 'acme', user: 'octocat' },
    call: `PUT ${github}/orgs/acme/blocks/octocat`,
    answer: noContent,
  },
  'gitlab.create_issue': {
    given: { project, title: 'Open port', description: 'Close it.', labels: 'security,aws' },
    call: `POST ${gitlab}/projects/acme%2Fshop/issues`,
    body: { title: 'Open port', description: 'Close it.', labels: 'security,aws' },
    answer: [201, { id: 84, iid: 14, state: 'opened' }],
  },
  'gitlab.add_comment': {
    given: { project, issue: 14, comment: 'Me too' },
    call: `POST ${gitlab}/projects/acme%2Fshop/issues/14/notes`,
    body: { body: 'Me too' },
    answer: [201, { id: 302, body: 'Me too' }],
  },
  'gitlab.block_user': {
    given: { user: 12 },
    call: `POST ${gitlab}/users/12/block`,
    answer: [201, true],
  },
  'gitlab.revoke_token': {
    given: { token: 42 },
    call: `DELETE ${gitlab}/personal_access_tokens/42`,
    answer: noContent,
  },
  'sentry.resolve_issue': {
    given: { organization: 'acme', issue: '1170820242' },
    call: 'PUT https://sentry.io/api/0/organizations/acme/issues/1170820242/',
    body: { status: 'resolved' },
    answer: [200, { id: '1170820242', status: 'resolved' }],
  },
  'snyk.list_issues': {
    given: { organization },
    call: `GET ${snyk}/issues?version=2024-10-15&limit=100&effective_severity_level=critical`,
    answer: [200, { jsonapi: { version: '1.0' }, data: [{ id: '73832c6c', type: 'issue' }] }],
    result: [{ id: '73832c6c', type: 'issue' }],
  },
  'snyk.list_projects': {
    given: { organization },
    call: `GET ${snyk}/projects?version=2024-10-15&limit=100`,
    answer: [200, { jsonapi: { version: '1.0' }, data: [{ id: '331ede0a', type: 'project' }] }],
    result: [{ id: '331ede0a', type: 'project' }],
  },
  'github.remove_outside_collaborator': {
    given: { organization: 'acme', user: 'octocat' },
    call: `DELETE ${github}/orgs/acme/outside_collaborators/octocat`,
    answer: noContent,
  },
  'bitbucket.comment_pull_request': {
    given: { ...bitbucketRepository, pull_request: 7, comment: 'Me too' },
    call: `POST ${bitbucket}/pullrequests/7/comments`,
    body: { content: { raw: 'Me too' } },
    answer: [201, { id: 165, content: { raw: 'Me too' } }],
  },
  'bitbucket.decline_pull_request': {
    given: { ...bitbucketRepository, pull_request: 7 },
    call: `POST ${bitbucket}/pullrequests/7/decline`,
    answer: [200, { id: 7, state: 'DECLINED' }],
  },
  'bitbucket.revoke_access_key': {
    given: { ...bitbucketRepository, key: 123 },
    call: `DELETE ${bitbucket}/deploy-keys/123`,
    answer: noContent,
  },
  'azure_devops.create_work_item': {
    given: { project: 'Shop', type: 'User Story', title: 'Open port', description: 'Close it.' },
    call: 'POST https://dev.azure.com/acme/Shop/_apis/wit/workitems/$User%20Story?api-version=7.1',
    headers: { 'content-type': 'application/json-patch+json' },
    body: [
      { op: 'add', path: '/fields/System.Title', value: 'Open port' },
      { op: 'add', path: '/fields/System.Description', value: 'Close it.' },
    ],
    answer: [200, { id: 131489, rev: 1, fields: { 'System.Title': 'Open port' } }],
  },
  'azure_devops.add_comment': {
    given: { project: 'Shop', work_item: 131489, comment: 'Me too' },
    call: 'PATCH https://dev.azure.com/acme/Shop/_apis/wit/workitems/131489?api-version=7.1',
    headers: { 'content-type': 'application/json-patch+json' },
    body: [{ op: 'add', path: '/fields/System.History', value: 'Me too' }],
    answer: [200, { id: 131489, rev: 2, fields: {} }],
  },
  'terraform.plan': {
    given: { workspace, message: 'Drift?' },
    call: `POST ${terraform}/runs`,
    headers: { 'content-type': 'application/vnd.api+json' },
    body: {
      data: {
        type: 'runs',
        attributes: { message: 'Drift?', 'plan-only': true },
        relationships: { workspace: { data: { type: 'workspaces', id: workspace } } },
      },
    },
    answer: [201, { data: { id: 'run-CZcmD7eagjhyX0vN', type: 'runs' } }],
    result: { id: 'run-CZcmD7eagjhyX0vN', type: 'runs' },
  },
  'terraform.lock_workspace': {
    given: { workspace, reason: 'Incident' },
    call: `POST ${terraform}/workspaces/${workspace}/actions/lock`,
    headers: { 'content-type': 'application/vnd.api+json' },
    body: { reason: 'Incident' },
    answer: [200, { data: { id: workspace, type: 'workspaces' } }],
    result: { id: workspace, type: 'workspaces' },
  },
  'terraform.unlock_workspace': {
    given: { workspace },
    call: `POST ${terraform}/workspaces/${workspace}/actions/unlock`,
    answer: [200, { data: { id: workspace, type: 'workspaces' } }],
    result: { id: workspace, type: 'workspaces' },
  },
};
