import { azureList, azureScope } from '../azure.ts';
import { isRecent, jiraIssue, recentIssues, recentStart } from '../tickets.ts';
import { act, api, chat } from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';
import { outcomeText, reviewGraph, ticketGraph } from '../shapes.ts';
import { wizIssuesIn, wizIssuesRequest } from '../wiz.ts';

const publicBuckets: LibraryBot = {
  _id: 'close-public-buckets',
  name: 'Close public storage accounts of Azure',
  category: 'Security',
  tag_name: ['SecOps', 'IT and CCoE', 'Governance Risk and Compliance'],
  description: `Finds storage accounts that can be made public, and prevents it. Schedule it daily.

- Accounts tagged \`public: wanted\` are left alone
- An approver looks at the rest; accounts that were closed meanwhile are not changed
- Public access is disallowed for the account, whatever its containers allow

**Needs:** Azure, with the role Storage Account Contributor`,
  graph: reviewGraph({
    start: 'Every day',
    fill: 'Azure, with YOUR_SUBSCRIPTION_ID; Slack; the approvers. Schedule: 30 7 * * *',
    readStep: ['Read the accounts', azureList('Microsoft.Storage/storageAccounts', '2023-01-01')],
    of: `$nodes.\`Read the accounts\`.body[
  properties.allowBlobPublicAccess and $not(tags.public = 'wanted')
].{'id': id, 'name': name, 'region': location}`,
    approvers: 'cloud@example.com',
    question: 'Blobs of these storage accounts can be made public. Prevent it?',
    action: [
      'Close it',
      act('azure.forbid_public_blobs', { ...azureScope, account: '{% $loop.item.name %}' }),
    ],
    report: chat('Public storage accounts closed', outcomeText),
  }),
};

const googleBuckets: LibraryBot = {
  _id: 'close-public-google-buckets',
  name: 'Prevent public Google Cloud buckets',
  category: 'Security',
  tag_name: ['SecOps', 'IT and CCoE', 'Governance Risk and Compliance'],
  description: `Enforces public access prevention, bucket by bucket. Schedule it daily.

- Finds the buckets of a project for which it is not enforced
- Those labelled \`public: wanted\` are left alone; an approver looks at the rest
- Access that was granted to allUsers no longer works

**Needs:** Google Cloud, with the role Storage Admin`,
  graph: reviewGraph({
    start: 'Every day',
    fill: 'Google Cloud, with YOUR_PROJECT_ID; Slack; the approvers. Schedule: 30 7 * * *',
    readStep: [
      'Read the buckets',
      api(
        'gcp',
        'GET https://storage.googleapis.com/storage/v1/b?project=YOUR_PROJECT_ID&maxResults=500',
        {
          paging: 'cursor',
          items_path: '/items',
          next_path: '/nextPageToken',
          page_parameter: 'pageToken',
        },
      ),
    ],
    of: `$nodes.\`Read the buckets\`.body[
  $not(iamConfiguration.publicAccessPrevention = 'enforced') and $not(labels.public = 'wanted')
].{'id': name, 'name': name, 'region': location}`,
    approvers: 'cloud@example.com',
    question: 'These buckets can be made public. Prevent it?',
    action: ['Forbid it', act('gcp.forbid_public_access', { bucket: '{% $loop.item.id %}' })],
    report: chat('Public access to buckets prevented', outcomeText),
  }),
};

const wizTickets: LibraryBot = {
  _id: 'ticket-critical-wiz-issues',
  name: 'Open tickets for critical issues of Wiz',
  category: 'Security',
  tag_name: ['SecOps', 'Governance Risk and Compliance', 'Security Incident Response'],
  description: `Turns critical issues of Wiz into Jira issues. Schedule it daily.

- Reads the critical issues of the last week that are open
- Opens a Jira issue for each that has none, with the rule and the resource
- The team gets one message with the numbers

**Needs:** Wiz, with the scope read:issues; Jira, with the right to create issues`,
  graph: ticketGraph({
    start: 'Every day',
    fill: 'The Wiz, Jira and Slack integrations; your project instead of SEC. Schedule: 0 6 * * *',
    readStep: [
      'Read the issues',
      wizIssuesRequest(`'severity': ['CRITICAL'], 'createdAt': {
        'after': $fromMillis(${recentStart})
      }`),
    ],
    of: `${wizIssuesIn('Read the issues')}.nodes.{
  'id': id,
  'name': $substring(
    sourceRule.name & ': ' & entitySnapshot.type & ' ' & entitySnapshot.name, 0, 200
  ) & ' (' & id & ')',
  'where': entitySnapshot.type & ' ' & entitySnapshot.name
}`,
    ticket: [
      'Open an issue',
      jiraIssue(
        '$loop.item.name',
        "'Issue ' & $loop.item.id & ' of Wiz, on ' & $loop.item.where",
        'wiz',
      ),
    ],
    tickets: recentIssues('wiz'),
    subject: 'Critical issues of Wiz',
  }),
};

const dependencies: LibraryBot = {
  _id: 'ticket-critical-dependencies',
  name: 'Open tickets for critical dependencies',
  category: 'Operational Excellence',
  tag_name: ['SecOps', 'Application Operations', 'Governance Risk and Compliance'],
  description: `A vulnerability in a library affects everything that uses it. Schedule it daily.

- Reads the open critical Dependabot alerts of the last week
- Opens a Jira issue for each that has none, with the version that fixes it
- The team gets one message with the numbers

**Needs:** GitHub, with read access to Dependabot alerts of the organization;
Jira, with the right to create issues`,
  graph: ticketGraph({
    start: 'Every day',
    fill: 'GitHub, with your-org; Jira, with your project; Slack. Schedule: 0 6 * * *',
    readStep: [
      'Read the alerts',
      api(
        'github',
        'GET /orgs/your-org/dependabot/alerts?state=open&severity=critical&per_page=100',
        { paging: 'link_header' },
      ),
    ],
    of: `$nodes.\`Read the alerts\`.body[${isRecent('created_at')}].{
  'id': html_url,
  'name': repository.full_name & ' #' & number & ': update ' & dependency.package.name,
  'about': security_advisory.summary,
  'mended': security_vulnerability.first_patched_version.identifier
}`,
    ticket: [
      'Open an issue',
      jiraIssue(
        '$loop.item.name',
        `$loop.item.about & '. Fixed in: '
      & ($loop.item.mended ? $loop.item.mended : 'nothing yet') & '. ' & $loop.item.id`,
        'dependency',
      ),
    ],
    tickets: recentIssues('dependency'),
    subject: 'Critical dependencies',
  }),
};

export const findings: readonly LibraryBot[] = [
  publicBuckets,
  googleBuckets,
  wizTickets,
  dependencies,
];
