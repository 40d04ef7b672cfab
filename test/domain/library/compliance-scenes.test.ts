import { testScenes } from './test-scenes.ts';
import {
  approvalPoint,
  makeMany,
  recentIssues,
  type TemplateScene,
  ticketFloodScene,
} from './scene-player.ts';

const azure = 'management.azure.com';
const subscription = '/subscriptions/YOUR_SUBSCRIPTION_ID';
const far = '2999-01-01T00:00:00Z';

const accounts =
  `GET ${azure}${subscription}/providers/Microsoft.Storage/storageAccounts` +
  '?api-version=2023-01-01';
const account = (name: string, allowBlobPublicAccess: boolean, tags = {}) => ({
  id: `${subscription}/resourceGroups/shop/providers/Microsoft.Storage/storageAccounts/${name}`,
  name,
  location: 'westeurope',
  tags,
  properties: { allowBlobPublicAccess },
});
const openAccount = account('photos', true);
const storage = {
  value: [openAccount, account('site', true, { public: 'wanted' }), account('vault', false)],
};

const buckets = 'GET storage.googleapis.com/storage/v1/b?project=YOUR_PROJECT_ID&maxResults=500';
const bucket = (name: string, publicAccessPrevention: string) => ({
  kind: 'storage#bucket',
  name,
  location: 'EU',
  iamConfiguration: { publicAccessPrevention },
});
const foundBuckets = { items: [bucket('photos', 'inherited'), bucket('vault', 'enforced')] };

const wiz = 'POST api.us1.app.wiz.io/graphql';
const issue = (name: string, id = 'w-1') => ({
  id,
  severity: 'CRITICAL',
  sourceRule: { name },
  entitySnapshot: { name: 'web-1', type: 'VIRTUAL_MACHINE' },
});
const issues = (...nodes: object[]) => ({
  data: {
    issuesV2: {
      totalCount: nodes.length,
      criticalSeverityCount: nodes.length,
      highSeverityCount: 0,
      mediumSeverityCount: 0,
      lowSeverityCount: 0,
      nodes,
    },
  },
});
const jira = 'POST acme.atlassian.net/rest/api/3/issue';

const alert = {
  number: 7,
  created_at: far,
  html_url: 'https://github.com/your-org/shop/security/dependabot/7',
  dependency: { package: { ecosystem: 'npm', name: 'left-pad' } },
  repository: { full_name: 'your-org/shop' },
  security_advisory: { summary: 'Remote code execution' },
  security_vulnerability: { first_patched_version: { identifier: '1.3.1' } },
};

const administrators = 'GET acme.okta.com/api/v1/groups/YOUR_GROUP_ID/users?limit=200';
const policies = 'GET graph.microsoft.com/v1.0/identity/conditionalAccess/policies';
const changes =
  'GET acme.service-now.com/api/now/table/change_request?sysparm_query=active=true' +
  '&sysparm_limit=500&sysparm_fields=number,short_description,state';

const scenes: TemplateScene[] = [
  {
    template: 'close-public-buckets',
    it: 'closes public accounts that are not tagged as wanted',
    calls: [
      [accounts, storage],
      approvalPoint,
      [accounts, storage],
      [
        `PATCH ${azure}${openAccount.id}?api-version=2023-01-01`,
        {},
        { properties: { allowBlobPublicAccess: false } },
      ],
    ],
    tells: ['Done: 1.'],
    ends: 'Reviewed',
  },
  {
    template: 'close-public-google-buckets',
    it: 'enforces public access prevention on buckets without it',
    calls: [
      [buckets, foundBuckets],
      approvalPoint,
      [buckets, foundBuckets],
      [
        'PATCH storage.googleapis.com/storage/v1/b/photos',
        {},
        { iamConfiguration: { publicAccessPrevention: 'enforced' } },
      ],
    ],
    tells: ['Done: 1.'],
    ends: 'Reviewed',
  },
  {
    template: 'ticket-critical-wiz-issues',
    it: 'opens an issue for each critical Wiz issue',
    calls: [
      [
        wiz,
        issues(issue('Exposed machine')),
        { variables: { first: 500, filterBy: { status: ['OPEN'], severity: ['CRITICAL'] } } },
      ],
      [recentIssues('wiz'), { issues: [] }],
      [
        jira,
        { key: 'SEC-1' },
        { fields: { summary: 'Exposed machine: VIRTUAL_MACHINE web-1 (w-1)' } },
      ],
    ],
    tells: ['Done: 1.'],
    ends: 'Tickets open',
  },
  {
    template: 'ticket-critical-wiz-issues',
    it: 'opens 100 issues per run and reports how many are left',
    calls: [
      [wiz, issues(...makeMany(103, (at) => issue('Exposed machine', `w-${at}`)))],
      [
        recentIssues('wiz'),
        { issues: [{ fields: { summary: 'Exposed machine: VIRTUAL_MACHINE web-1 (w-0)' } }] },
      ],
      ...makeMany(
        100,
        (at) =>
          [
            jira,
            { key: `SEC-${at}` },
            {
              fields: { summary: `Exposed machine: VIRTUAL_MACHINE web-1 (w-${at + 1})` },
            },
          ] as const,
      ),
    ],
    tells: ['Failed: 0. Left for the next runs: 2.'],
    ends: 'Tickets open',
  },
  {
    template: 'ticket-critical-wiz-issues',
    it: 'sends nothing where each Wiz issue has a ticket',
    calls: [
      [wiz, issues(issue('Exposed machine'))],
      [
        recentIssues('wiz'),
        { issues: [{ fields: { summary: 'Exposed machine: VIRTUAL_MACHINE web-1 (w-1)' } }] },
      ],
    ],
    ends: 'Nothing new',
  },
  {
    template: 'ticket-critical-dependencies',
    it: 'opens an issue for each new alert, with the version that fixes it',
    calls: [
      [
        'GET api.github.com/orgs/your-org/dependabot/alerts' +
          '?state=open&severity=critical&per_page=100',
        [
          alert,
          { ...alert, number: 5, created_at: '2020-01-01T00:00:00Z' },
          // An hour before the last run, which failed.
          { ...alert, number: 6, created_at: '2026-02-27T09:00:00Z' },
          { ...alert, number: 8 },
        ],
      ],
      [
        recentIssues('dependency'),
        { issues: [{ fields: { summary: 'your-org/shop #8: update left-pad' } }] },
      ],
      [
        jira,
        { key: 'SEC-2' },
        {
          fields: {
            summary: 'your-org/shop #7: update left-pad',
            description: {
              content: [
                {
                  content: [{ text: `Remote code execution. Fixed in: 1.3.1. ${alert.html_url}` }],
                },
              ],
            },
          },
        },
      ],
      [jira, { key: 'SEC-3' }, { fields: { summary: 'your-org/shop #6: update left-pad' } }],
    ],
    tells: ['Done: 2.'],
    ends: 'Tickets open',
  },
  ticketFloodScene(
    'ticket-critical-dependencies',
    [
      [
        'GET api.github.com/orgs/your-org/dependabot/alerts' +
          '?state=open&severity=critical&per_page=100',
        makeMany(101, (number) => ({ ...alert, number })),
      ],
      [recentIssues('dependency'), { issues: [] }],
    ],
    [jira, { key: 'SEC-2' }],
  ),
  {
    template: 'send-weekly-compliance-digest',
    it: 'lists the most frequent problems',
    calls: [[wiz, issues(issue('Open port'), issue('Open port'), issue('No backup'))]],
    tells: ['2 x Open port\n1 x No backup'],
    ends: 'Digest sent',
  },
  {
    template: 'send-weekly-compliance-digest',
    it: 'sends good news where no issue is open',
    calls: [[wiz, issues()]],
    tells: ['No issue is open.'],
    ends: 'Good news sent',
  },
  ...(
    [
      ['send-weekly-compliance-digest', []],
      ['ticket-critical-wiz-issues', [[recentIssues('wiz'), { issues: [] }]]],
    ] as const
  ).map(([template, furtherCalls]): TemplateScene => ({
    template,
    it: 'fails where Wiz refuses, and does not report that nothing is open',
    calls: [[wiz, { errors: [{ message: 'access denied' }], data: null }], ...furtherCalls],
    fails: 'Wiz refused: access denied',
  })),
  {
    template: 'collect-audit-evidence',
    it: 'writes the evidence of all sources to a page',
    calls: [
      [administrators, [{ id: '00u1', profile: { login: 'ada@example.com' } }]],
      [policies, { value: [{ displayName: 'MFA <all>', state: 'enabled' }] }],
      [changes, { result: [{ number: 'CHG1', short_description: 'Patch', state: '-1' }] }],
      [
        'POST acme.atlassian.net/wiki/api/v2/pages',
        { id: '1', status: 'current' },
        {
          spaceId: 'YOUR_SPACE_ID',
          body: {
            representation: 'storage',
            value:
              '<h2>Administrators</h2><p>ada@example.com</p>' +
              '<h2>Access policies</h2><p>MFA &lt;all>: enabled</p>' +
              '<h2>Open changes</h2><p>CHG1: Patch</p>',
          },
        },
      ],
    ],
    ends: 'Evidence kept',
  },
  {
    template: 'collect-audit-evidence',
    it: 'writes nothing where a source is missing',
    calls: [
      [administrators, 403],
      [policies, { value: [] }],
      [changes, { result: [] }],
    ],
    tells: ['Missing: Administrators.'],
    ends: 'Not complete',
  },
];

testScenes(scenes);
