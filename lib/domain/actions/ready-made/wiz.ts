import { longText, oneOf, readyMade, text, usually } from '../ready-made.schema.ts';

const issue = text('issue', 'Issue', 'The id of the issue.');

/** GraphQL reports errors with status 200, in `errors`. */
const expects = { at: '/errors', is: null, why: '/errors/0/message' };

const listed = `query Issues($filterBy: IssueFilters, $first: Int) {
  issues: issuesV2(filterBy: $filterBy, first: $first) {
    nodes {
      id
      type
      status
      severity
      createdAt
      dueAt
      sourceRule { ... on Control { id name } }
      entitySnapshot { id type name cloudPlatform region subscriptionExternalId }
    }
  }
}`;

const changed = `mutation UpdateIssue($issueId: ID!, $patch: UpdateIssuePatch) {
  updateIssue(input: { id: $issueId, patch: $patch }) {
    issue { id status dueAt resolutionReason }
  }
}`;

const noted = `mutation CreateIssueNote($input: CreateIssueNoteInput!) {
  createIssueNote(input: $input) {
    issueNote { id text createdAt }
  }
}`;

export const wizActions = readyMade('wiz', {
  list_issues: {
    name: 'List Wiz issues',
    description: 'Reads up to 100 issues of a severity that nobody has resolved.',
    parameters: [
      usually(
        'CRITICAL',
        oneOf(
          ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFORMATIONAL'],
          text('severity', 'Severity', 'Of the issues that are read.'),
        ),
      ),
    ],
    call: {
      method: 'POST',
      path: '/graphql',
      body: {
        query: listed,
        variables: {
          first: 100,
          filterBy: { status: ['OPEN', 'IN_PROGRESS'], severity: ['{severity}'] },
        },
      },
      expects,
      result: '/data/issues/nodes',
    },
  },
  set_status: {
    name: 'Set the status of a Wiz issue',
    description: 'Says that somebody works on an issue, or opens it again.',
    parameters: [
      issue,
      oneOf(['OPEN', 'IN_PROGRESS'], text('status', 'Status', 'What it becomes.')),
    ],
    call: {
      method: 'POST',
      path: '/graphql',
      body: { query: changed, variables: { issueId: '{issue}', patch: { status: '{status}' } } },
      expects,
      result: '/data/updateIssue/issue',
    },
  },
  reject_issue: {
    name: 'Reject a Wiz issue',
    description: 'Ignores an issue for a reason: it counts no more.',
    asks: true,
    parameters: [
      issue,
      oneOf(
        ['FALSE_POSITIVE', 'EXCEPTION', 'WONT_FIX'],
        text('reason', 'Reason', 'Why it is none.'),
      ),
      longText('note', 'Note', 'What others should know.'),
    ],
    call: {
      method: 'POST',
      path: '/graphql',
      body: {
        query: changed,
        variables: {
          issueId: '{issue}',
          patch: { status: 'REJECTED', resolutionReason: '{reason}', note: '{note}' },
        },
      },
      expects,
      result: '/data/updateIssue/issue',
    },
  },
  add_note: {
    name: 'Add a note to a Wiz issue',
    description: 'Adds a note that everybody who reads the issue sees.',
    parameters: [issue, longText('text', 'Note', 'What it says.')],
    call: {
      method: 'POST',
      path: '/graphql',
      body: { query: noted, variables: { input: { issueId: '{issue}', text: '{text}' } } },
      expects,
      result: '/data/createIssueNote/issueNote',
    },
  },
});
