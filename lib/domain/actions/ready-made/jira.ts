import {
  list,
  longText,
  number,
  optional,
  readyMade,
  text,
  withDefault,
} from '../ready-made.schema.ts';

const issue = text('issue', 'Issue', 'Its key, such as SEC-12.');

/** A text in the format of Jira (Atlassian Document Format). */
const documentOf = (content: string) => ({
  type: 'doc',
  version: 1,
  content: [{ type: 'paragraph', content: [{ type: 'text', text: content }] }],
});

export const jiraActions = readyMade('jira', {
  create_issue: {
    name: 'Create a Jira issue',
    description: 'Creates an issue in a project.',
    parameters: [
      text('project', 'Project', 'The key of the project, such as SEC.'),
      withDefault('Task', text('issue_type', 'Issue type', 'A type of the project: Task, Bug.')),
      text('summary', 'Summary', 'One line that says what it is about.'),
      longText('description', 'Description', 'What was found, and what to do about it.'),
      optional(list('labels', 'Labels', 'Labels without spaces.')),
    ],
    call: {
      method: 'POST',
      path: '/rest/api/3/issue',
      body: {
        fields: {
          project: { key: '{project}' },
          issuetype: { name: '{issue_type}' },
          summary: '{summary}',
          description: documentOf('{description}'),
          labels: '{labels}',
        },
      },
    },
  },
  get_issue: {
    name: 'Read a Jira issue',
    description: 'Reads the fields of an issue.',
    parameters: [issue],
    call: { method: 'GET', path: '/rest/api/3/issue/{issue}' },
  },
  search_issues: {
    name: 'Search Jira issues',
    description: 'Finds issues by a JQL query.',
    parameters: [
      longText('jql', 'JQL', 'The query, such as project = SEC AND status != Done.'),
      withDefault(50, number('limit', 'At most', 'How many issues are read.')),
    ],
    call: {
      method: 'POST',
      path: '/rest/api/3/search/jql',
      body: {
        jql: '{jql}',
        maxResults: '{limit}',
        fields: ['summary', 'status', 'assignee', 'priority', 'created', 'updated'],
      },
      result: '/issues',
    },
  },
  add_comment: {
    name: 'Comment on a Jira issue',
    description: 'Adds a comment to an issue.',
    parameters: [issue, longText('comment', 'Comment', 'The text of the comment.')],
    call: {
      method: 'POST',
      path: '/rest/api/3/issue/{issue}/comment',
      body: { body: documentOf('{comment}') },
    },
  },
  transition_issue: {
    name: 'Transition a Jira issue',
    description: 'Moves an issue to another status by a transition of its workflow.',
    parameters: [issue, text('transition', 'Transition', 'The id of the transition: 31.')],
    call: {
      method: 'POST',
      path: '/rest/api/3/issue/{issue}/transitions',
      body: { transition: { id: '{transition}' } },
    },
  },
  assign_issue: {
    name: 'Assign a Jira issue',
    description: 'Assigns an issue to a person.',
    parameters: [
      issue,
      text('account_id', 'Account ID', 'The Atlassian account id of the person.'),
    ],
    call: {
      method: 'PUT',
      path: '/rest/api/3/issue/{issue}/assignee',
      body: { accountId: '{account_id}' },
    },
  },
});
