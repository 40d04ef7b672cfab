import { testScenes } from './test-scenes.ts';
import {
  approvalPoint,
  makeMany,
  recentIssues,
  type TemplateScene,
  ticketFloodScene,
} from './scene-player.ts';

const guardDuty = (ipAddressV4?: string) => ({
  source: 'aws.guardduty',
  'detail-type': 'GuardDuty Finding',
  detail: {
    id: 'gd-1',
    type: 'UnauthorizedAccess:EC2/SSHBruteForce',
    severity: 8,
    title: 'SSH brute force against i-1',
    service: {
      action: {
        actionType: 'NETWORK_CONNECTION',
        networkConnectionAction: ipAddressV4 ? { remoteIpDetails: { ipAddressV4 } } : {},
      },
    },
  },
});
const abuse = 'GET api.abuseipdb.com/api/v2/check?ipAddress=198.51.100.7&maxAgeInDays=90';
const scanners = 'GET www.virustotal.com/api/v3/ip_addresses/198.51.100.7';
const scanned = (malicious: number) => ({
  data: {
    type: 'ip_address',
    attributes: { last_analysis_stats: { malicious, harmless: 60, undetected: 20 } },
  },
});

const sentinel = 'acme.sentinelone.net/web/api/v2.1';
const threats = `GET ${sentinel}/threats?incidentStatuses=unresolved&confidenceLevels=malicious&limit=1000`;
const threat = (agentId: string, networkStatus: string, threatName = 'Emotet') => ({
  id: `t-${agentId}-${threatName}`,
  threatInfo: { threatName, confidenceLevel: 'malicious' },
  agentRealtimeInfo: { agentId, agentComputerName: 'laptop-1', networkStatus },
});
const openThreats = {
  data: [threat('a1', 'connected'), threat('a2', 'disconnected')],
  pagination: { nextCursor: null, totalItems: 2 },
};

const sameHostTwice = {
  ...openThreats,
  data: [threat('a1', 'connected'), threat('a1', 'connected', 'Mimikatz')],
};

const alert = {
  number: 42,
  created_at: '2999-01-01T00:00:00Z',
  html_url: 'https://github.com/your-org/shop/security/secret-scanning/42',
  secret_type_display_name: 'GitHub Personal Access Token',
  repository: { full_name: 'your-org/shop' },
};

const leakTitle = (number: number) =>
  `your-org/shop #${number}: leaked secret, GitHub Personal Access Token`;

const cloudflare =
  'api.cloudflare.com/client/v4/accounts/YOUR_ACCOUNT_ID/firewall/access_rules/rules';
const rules = (...values: string[]) =>
  [
    `GET ${cloudflare}?mode=block&configuration.value=198.51.100.7`,
    { success: true, result: values.map((value) => ({ configuration: { target: 'ip', value } })) },
  ] as const;

const incidents =
  'GET api.pagerduty.com/incidents' +
  '?statuses[]=triggered&statuses[]=acknowledged&incident_key=guardduty-gd-2';
const openIssues =
  'GET acme.atlassian.net/rest/api/3/search/jql?jql=labels = "guardduty"' +
  ' AND statusCategory != Done&fields=summary&maxResults=100';
const summary = 'GuardDuty: Keys of a role are in use (gd-2)';
const openTicketCalls = [
  [openIssues, { issues: [] }],
  ['POST acme.atlassian.net/rest/api/3/issue', { key: 'SEC-1' }, { fields: { summary } }],
] as const;

const model = 'MODEL of openai';
const finding = {
  detail: { id: 'gd-2', title: 'Keys of a role are in use', description: 'From abroad.' },
};
const verdict = (answer: string, confidence: number) => ({
  answer,
  confidence,
  reason: 'Keys are in use.',
});

const scenes: TemplateScene[] = [
  {
    template: 'triage-guardduty-finding-with-model',
    it: 'pages the person on call where the model is sure of a threat',
    event: finding,
    calls: [
      [model, verdict('yes', 0.9)],
      [
        'POST api.pagerduty.com/incidents',
        { incident: { id: 'p1' } },
        { incident: { title: 'Keys of a role are in use', incident_key: 'guardduty-gd-2' } },
      ],
    ],
    ends: 'Paged',
  },
  {
    template: 'triage-guardduty-finding-with-model',
    it: 'opens an issue where the model is unsure',
    event: finding,
    calls: [[model, verdict('no', 0.5)], ...openTicketCalls],
    ends: 'Asked',
  },
  {
    template: 'triage-guardduty-finding-with-model',
    it: 'opens an issue where the model cannot be reached',
    event: finding,
    calls: [[model, 503], ...openTicketCalls],
    ends: 'Asked',
  },
  {
    template: 'triage-guardduty-finding-with-model',
    it: 'opens an issue where paging fails',
    event: finding,
    calls: [
      [model, verdict('yes', 0.9)],
      ['POST api.pagerduty.com/incidents', 403],
      [incidents, 403],
      ...openTicketCalls,
    ],
    ends: 'Asked',
  },
  {
    template: 'triage-guardduty-finding-with-model',
    it: 'opens nothing again where an incident is open',
    event: finding,
    calls: [
      [model, verdict('yes', 0.9)],
      ['POST api.pagerduty.com/incidents', 400],
      [incidents, { incidents: [{ id: 'p1' }] }],
    ],
    ends: 'Paged',
  },
  {
    template: 'triage-guardduty-finding-with-model',
    it: 'opens no second issue for an update',
    event: finding,
    calls: [
      [model, verdict('no', 0.5)],
      [openIssues, { issues: [{ fields: { summary } }] }],
    ],
    ends: 'Asked',
  },
  {
    template: 'triage-guardduty-finding-with-model',
    it: 'ignores a finding that is surely harmless to the model',
    event: finding,
    calls: [[model, verdict('no', 0.95)]],
    ends: 'Left alone',
  },
  {
    template: 'block-attacker-of-guardduty-finding',
    it: 'blocks an address with a bad reputation although a source is down',
    event: guardDuty('198.51.100.7'),
    calls: [
      rules('198.51.100.70'),
      [abuse, 403],
      [scanners, scanned(12)],
      approvalPoint,
      [
        `POST ${cloudflare}`,
        { success: true, result: { id: 'r1' } },
        { mode: 'block', configuration: { target: 'ip', value: '198.51.100.7' } },
      ],
    ],
    tells: ['Blocked: 198.51.100.7'],
    ends: 'Blocked',
  },
  {
    template: 'block-attacker-of-guardduty-finding',
    it: 'ignores an address without a bad reputation',
    event: guardDuty('198.51.100.7'),
    calls: [
      // Reading the blocked addresses may be forbidden.
      [rules()[0], 403],
      [abuse, { data: { ipAddress: '198.51.100.7', abuseConfidenceScore: 3 } }],
      [scanners, scanned(0)],
    ],
    ends: 'No bad name',
  },
  {
    template: 'block-attacker-of-guardduty-finding',
    it: 'asks nobody about an address that is already blocked',
    event: guardDuty('198.51.100.7'),
    calls: [rules('198.51.100.7')],
    ends: 'Blocked before',
  },
  {
    template: 'block-attacker-of-guardduty-finding',
    it: 'fails where neither source answers, and does not call the address harmless',
    event: guardDuty('198.51.100.7'),
    calls: [rules(), [abuse, 403], [scanners, 403]],
    fails: 'Neither source answered',
  },
  {
    template: 'block-attacker-of-guardduty-finding',
    it: 'does nothing without an address',
    event: guardDuty(),
    calls: [],
    ends: 'No address',
  },
  {
    template: 'disconnect-infected-endpoints',
    it: 'disconnects infected endpoints that are still connected',
    calls: [
      [threats, openThreats],
      approvalPoint,
      [threats, openThreats],
      [
        `POST ${sentinel}/agents/actions/disconnect`,
        { data: { affected: 1 } },
        { filter: { ids: ['a1'] } },
      ],
    ],
    tells: ['Done: 1.'],
    ends: 'Reviewed',
  },
  {
    template: 'disconnect-infected-endpoints',
    it: 'disconnects an endpoint with two threats once',
    calls: [
      [threats, sameHostTwice],
      approvalPoint,
      // In another order it counts as the same.
      [threats, { ...sameHostTwice, data: sameHostTwice.data.toReversed() }],
      [
        `POST ${sentinel}/agents/actions/disconnect`,
        { data: { affected: 1 } },
        { filter: { ids: ['a1'] } },
      ],
    ],
    tells: ['Done: 1.'],
    ends: 'Reviewed',
  },
  {
    template: 'ticket-leaked-secrets',
    it: 'opens an issue for each new leaked secret',
    calls: [
      [
        'GET api.github.com/orgs/your-org/secret-scanning/alerts' +
          '?state=open&hide_secret=true&per_page=100',
        [
          alert,
          { ...alert, number: 1, created_at: '2020-01-01T00:00:00Z' },
          { ...alert, number: 9, created_at: '2026-02-27T09:00:00Z' },
          { ...alert, number: 10 },
        ],
      ],
      [recentIssues('leaked-secret'), { issues: [{ fields: { summary: leakTitle(10) } }] }],
      [
        'POST acme.atlassian.net/rest/api/3/issue',
        { key: 'SEC-2' },
        { fields: { summary: leakTitle(42) } },
      ],
      [
        'POST acme.atlassian.net/rest/api/3/issue',
        { key: 'SEC-3' },
        { fields: { summary: leakTitle(9) } },
      ],
    ],
    tells: ['Done: 2.'],
    ends: 'Tickets open',
  },
  ticketFloodScene(
    'ticket-leaked-secrets',
    [
      [
        'GET api.github.com/orgs/your-org/secret-scanning/alerts' +
          '?state=open&hide_secret=true&per_page=100',
        makeMany(101, (number) => ({ ...alert, number })),
      ],
      [recentIssues('leaked-secret'), { issues: [] }],
    ],
    ['POST acme.atlassian.net/rest/api/3/issue', { key: 'SEC-2' }],
  ),
];

testScenes(scenes);
