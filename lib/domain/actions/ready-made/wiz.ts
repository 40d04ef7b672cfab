import { longText, oneOf, readyMade, text, withDefault } from '../ready-made.schema.ts';

const issue = text('issue', 'Issue', 'The id of the issue.');

/** GraphQL reports errors with status 200, in `errors`. */
const expects = { at: '/errors', is: null, why: '/errors/0/message' };

const listIssuesQuery = `query Issues($filterBy: IssueFilters, $first: Int) {
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

const updateIssueMutation = `mutation UpdateIssue($issueId: ID!, $patch: UpdateIssuePatch) {
  updateIssue(input: { id: $issueId, patch: $patch }) {
    issue { id status dueAt resolutionReason }
  }
}`;

const createNoteMutation = `mutation CreateIssueNote($input: CreateIssueNoteInput!) {
  createIssueNote(input: $input) {
    issueNote { id text createdAt }
  }
}`;

export const wizActions = readyMade('wiz', {
  list_issues: {
    name: 'List Wiz issues',
    description: 'Reads up to 100 unresolved issues of one severity.',
    parameters: [
      withDefault(
        'CRITICAL',
        oneOf(
          ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFORMATIONAL'],
          text('severity', 'Severity', 'The severity of the issues to read.'),
        ),
      ),
    ],
    call: {
      method: 'POST',
      path: '/graphql',
      body: {
        query: listIssuesQuery,
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
    description: 'Sets an issue to in progress, or opens it again.',
    parameters: [
      issue,
      oneOf(['OPEN', 'IN_PROGRESS'], text('status', 'Status', 'The new status.')),
    ],
    call: {
      method: 'POST',
      path: '/graphql',
      body: {
        query: updateIssueMutation,
        variables: { issueId: '{issue}', patch: { status: '{status}' } },
      },
      expects,
      result: '/data/updateIssue/issue',
    },
  },
  reject_issue: {
    name: 'Reject a Wiz issue',
    description: 'Rejects an issue for a reason, so that it no longer counts.',
    needsApproval: true,
    parameters: [
      issue,
      oneOf(
        ['FALSE_POSITIVE', 'EXCEPTION', 'WONT_FIX'],
        text('reason', 'Reason', 'Why it is rejected.'),
      ),
      longText('note', 'Note', 'What others should know.'),
    ],
    call: {
      method: 'POST',
      path: '/graphql',
      body: {
        query: updateIssueMutation,
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
    parameters: [issue, longText('text', 'Note', 'What the note says.')],
    call: {
      method: 'POST',
      path: '/graphql',
      body: {
        query: createNoteMutation,
        variables: { input: { issueId: '{issue}', text: '{text}' } },
      },
      expects,
      result: '/data/createIssueNote/issueNote',
    },
  },
});
