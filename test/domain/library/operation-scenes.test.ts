import { testScenes } from './test-scenes.ts';
import { approvalPoint, makeMany, type TemplateScene, ticketFloodScene } from './scene-player.ts';

const old = '2020-01-01T00:00:00Z';
const far = '2999-01-01T00:00:00Z';
const azure = 'management.azure.com';
const subscription = '/subscriptions/YOUR_SUBSCRIPTION_ID';
const issue = 'POST acme.atlassian.net/rest/api/3/issue';
const cloudflare = 'api.cloudflare.com/client/v4/zones/YOUR_ZONE_ID';

const certificates = `GET ${cloudflare}/custom_certificates?per_page=50&page=`;
const openIssues = (label: string) =>
  `GET acme.atlassian.net/rest/api/3/search/jql?jql=labels = "${label}"` +
  ' AND statusCategory != Done&fields=summary&maxResults=100';
const certificate = (name: string, expires_on: string) => ({
  id: name,
  hosts: [`${name}.acme.example`],
  status: 'active',
  expires_on,
});

const advice =
  `GET ${azure}${subscription}/providers/Microsoft.Advisor/recommendations` +
  "?api-version=2023-01-01&$filter=Category eq 'Cost'";
const failedJobs =
  `GET ${azure}${subscription}/resourceGroups/YOUR_GROUP/providers/` +
  'Microsoft.RecoveryServices/vaults/YOUR_VAULT/backupJobs?api-version=2023-04-01' +
  "&$filter=operation eq 'Backup' and status eq 'Failed'";
const incident = 'POST acme.service-now.com/api/now/table/incident';
const recentIncidents =
  'GET acme.service-now.com/api/now/table/incident' +
  '?sysparm_query=short_descriptionSTARTSWITHBackup failed' +
  '^sys_created_on>=javascript:gs.daysAgoStart(8)' +
  '&sysparm_fields=short_description&sysparm_limit=1000';

const app = { resource_group: 'shop', app: 'shop-web' };
const health = 'GET api.electricitymaps.com/health';
const unhealthy = [health, 404] as const;
const restartCalls = [
  unhealthy,
  [
    `POST ${azure}${subscription}/resourceGroups/shop/providers/Microsoft.Web/sites/shop-web` +
      '/restart?api-version=2023-12-01',
  ],
] as const;

const query = 'GET api.datadoghq.com/api/v1/query?from=<time>&to=<time>&query=';
const latency = `${query}p95:trace.http.request{service:shop}`;
const latencyOf = (seconds: number) => ({
  status: 'ok',
  series: [
    {
      metric: 'trace.http.request',
      pointlist: [
        [1_772_359_200_000, seconds],
        [1_772_359_260_000, null],
      ],
    },
  ],
});
const noSeries = { status: 'ok', series: [] };
const slow = { service: 'shop', limit_seconds: 0.3, resource_group: 'shop', scale_set: 'web' };
const scaleSet =
  `${azure}${subscription}/resourceGroups/shop/providers/Microsoft.Compute` +
  '/virtualMachineScaleSets/web?api-version=2024-03-01';
const sku = { name: 'Standard_D2s_v5', tier: 'Standard', capacity: 3 };
const scaleCalls = [
  [latency, latencyOf(0.5)],
  [`GET ${scaleSet}`, { name: 'web', sku }],
  [`PATCH ${scaleSet}`, {}, { sku: { ...sku, capacity: 5 } }],
] as const;
const traces = (version: string) =>
  `${query}p95:trace.http.request{env:loadtest,service:shop,version:${version}}`;
const release = { service: 'shop', version: '2', last_version: '1' };

const monitor = 'GET api.datadoghq.com/api/v1/monitor/1234567';
const record = `${cloudflare}/dns_records/YOUR_RECORD_ID`;
const outage = { application: 'shop', reason: 'West is dark.' };

const runs = 'dev.azure.com/acme/your-project/_apis/pipelines/1/runs';
const state = (of: string, result?: string) => ({ id: 42, name: '20260301.1', state: of, result });
const deployCalls = [
  [`POST ${runs}?api-version=7.1`, state('inProgress'), { templateParameters: { version: '2' } }],
  [`GET ${runs}/42?api-version=7.1`, state('inProgress')],
] as const;

const incidents =
  'GET api.pagerduty.com/incidents' +
  '?statuses[]=triggered&statuses[]=acknowledged&urgencies[]=high&limit=100';
const dispatchCall = [
  'POST api.github.com/repos/your-org/your-repository/actions/workflows/deploy.yml/dispatches',
  204,
  { ref: 'main', inputs: { change: 'CHG-1' } },
] as const;
const change = { workflow: 'deploy.yml', change: 'CHG-1' };

const scenes: TemplateScene[] = [
  {
    template: 'check-certificate-expiry',
    it: 'opens an issue for each expiring certificate without an open issue',
    calls: [
      [
        `${certificates}1`,
        { result: [certificate('www', old), certificate('old', old), certificate('api', far)] },
      ],
      [`${certificates}2`, { result: [] }],
      [
        openIssues('certificate'),
        { issues: [{ fields: { summary: 'Certificate expires: old.acme.example' } }] },
      ],
      [issue, { key: 'SEC-1' }, { fields: { summary: 'Certificate expires: www.acme.example' } }],
    ],
    tells: ['Done: 1.'],
    ends: 'Tickets open',
  },
  ticketFloodScene(
    'check-certificate-expiry',
    [
      [`${certificates}1`, { result: makeMany(50, (at) => certificate(`a${at}`, old)) }],
      [`${certificates}2`, { result: makeMany(50, (at) => certificate(`b${at}`, old)) }],
      [`${certificates}3`, { result: [certificate('c', old)] }],
      [`${certificates}4`, { result: [] }],
      [openIssues('certificate'), { issues: [] }],
    ],
    [issue, { key: 'SEC-1' }],
  ),
  ticketFloodScene(
    'rightsize-machines',
    [
      [
        advice,
        {
          value: makeMany(101, (at) => ({
            name: `r${at}`,
            properties: {
              impactedField: 'Microsoft.Compute/virtualMachines',
              impactedValue: `web-${at}`,
              shortDescription: { problem: 'Right-size underutilized virtual machines' },
            },
          })),
        },
      ],
      [openIssues('rightsizing'), { issues: [] }],
    ],
    [issue, { key: 'SEC-1' }],
  ),
  ticketFloodScene(
    'verify-backups-of-the-night',
    [
      [
        failedJobs,
        {
          value: makeMany(101, (at) => ({
            name: `job-${at}`,
            properties: { entityFriendlyName: 'db-1', startTime: far },
          })),
        },
      ],
      [recentIncidents, { result: [] }],
    ],
    [incident, { result: { number: 'INC1' } }],
  ),
  {
    template: 'restart-unhealthy-service',
    it: 'does nothing for a healthy service',
    event: app,
    calls: [[health]],
    ends: 'Healthy',
  },
  {
    template: 'restart-unhealthy-service',
    it: 'pages nobody where a restart helps',
    event: app,
    calls: [...restartCalls, [health]],
    ends: 'Recovered',
  },
  {
    template: 'restart-unhealthy-service',
    it: 'pages the person on call where a restart does not help',
    event: app,
    calls: [
      ...restartCalls,
      unhealthy,
      [
        'POST api.pagerduty.com/incidents',
        { incident: { id: 'P1' } },
        { incident: { incident_key: 'unhealthy-shop-web', urgency: 'high' } },
      ],
    ],
    ends: 'Paged',
  },
  ...(
    [
      [{ incidents: [{ id: 'P1' }] }, 'Paged', []],
      [{ incidents: [] }, 'Mailed', ['Nobody was paged.']],
    ] as const
  ).map(([found, ends, tells]): TemplateScene => ({
    template: 'restart-unhealthy-service',
    it: `ends at "${ends}" where paging is refused, depending on an open incident`,
    event: app,
    calls: [
      ...restartCalls,
      unhealthy,
      ['POST api.pagerduty.com/incidents', 400],
      [
        'GET api.pagerduty.com/incidents?statuses[]=triggered&statuses[]=acknowledged' +
          '&incident_key=unhealthy-shop-web',
        found,
      ],
    ],
    tells,
    ends,
  })),
  {
    template: 'verify-backups-of-the-night',
    it: 'opens an incident for each new failed backup',
    calls: [
      [
        failedJobs,
        {
          value: [
            {
              name: 'job-1',
              properties: {
                entityFriendlyName: 'db-1',
                status: 'Failed',
                startTime: far,
                errorDetails: [{ errorString: 'The snapshot failed.' }],
              },
            },
            { name: 'job-0', properties: { entityFriendlyName: 'db-0', startTime: old } },
            { name: 'job-2', properties: { entityFriendlyName: 'db-2', startTime: far } },
          ],
        },
      ],
      [recentIncidents, { result: [{ short_description: 'Backup failed: db-2 (job-2)' }] }],
      [
        incident,
        { result: { number: 'INC1' } },
        {
          short_description: 'Backup failed: db-1 (job-1)',
          description: 'The snapshot failed. Job: job-1',
        },
      ],
    ],
    tells: ['Done: 1.'],
    ends: 'Tickets open',
  },
  {
    template: 'scale-out-slow-service',
    it: 'does nothing for a fast service',
    event: slow,
    calls: [[latency, latencyOf(0.2)]],
    ends: 'Fast enough',
  },
  {
    template: 'scale-out-slow-service',
    it: 'adds two machines and ends where the service is fast again',
    event: slow,
    calls: [...scaleCalls, [latency, latencyOf(0.25)]],
    ends: 'Fast again',
  },
  {
    template: 'scale-out-slow-service',
    it: 'asks the developers where the service stays slow',
    event: slow,
    calls: [...scaleCalls, [latency, latencyOf(0.45)]],
    tells: ['Before: 0.5 s. With two more: 0.45 s.'],
    ends: 'Developers asked',
  },
  {
    template: 'scale-out-slow-service',
    it: 'reports that nothing was measured after scaling',
    event: slow,
    calls: [...scaleCalls, [latency, noSeries]],
    tells: ['Before: 0.5 s. With two more: nothing was measured.'],
    ends: 'Developers asked',
  },
  {
    template: 'scale-out-slow-service',
    it: 'fails where nothing was measured, and does not report a fast service',
    event: slow,
    calls: [[latency, noSeries]],
    fails: 'Datadog measured no request of shop',
  },
  {
    template: 'rightsize-machines',
    it: 'opens an issue for each recommendation about a machine',
    calls: [
      [
        advice,
        {
          value: [
            {
              name: 'r1',
              properties: {
                impactedField: 'Microsoft.Compute/virtualMachines',
                impactedValue: 'web-1',
                shortDescription: { problem: 'Right-size underutilized virtual machines' },
                extendedProperties: { targetSku: 'Standard_D2s_v5' },
              },
            },
            { name: 'r2', properties: { impactedField: 'Microsoft.Sql/servers' } },
          ],
        },
      ],
      [openIssues('rightsizing'), { issues: [] }],
      [issue, { key: 'SEC-2' }, { fields: { summary: 'Rightsize web-1' } }],
    ],
    tells: ['Done: 1.'],
    ends: 'Tickets open',
  },
  ...(
    [
      [0.26, 'Issue open', []],
      [0.21, 'Good news', ['95 of 100 requests take 0.21 s at most.']],
    ] as const
  ).map(([after, ends, tells]): TemplateScene => ({
    template: 'compare-load-test-with-last-release',
    it: `compares 0.2 s of the last release with ${after} s`,
    event: release,
    calls: [
      [traces('2'), latencyOf(after)],
      [traces('1'), latencyOf(0.2)],
      ...(ends === 'Issue open' ? [[issue, { key: 'SEC-3' }] as const] : []),
    ],
    tells,
    ends,
  })),
  ...(
    [
      ['2', noSeries, latencyOf(0.2), 'version 2.'],
      ['1', latencyOf(0.2), noSeries, 'version 1.'],
      ['both', noSeries, noSeries, 'version 2 and 1.'],
    ] as const
  ).map(([which, now, before, text]): TemplateScene => ({
    template: 'compare-load-test-with-last-release',
    it: `compares nothing where measurements are missing (version ${which})`,
    event: release,
    calls: [
      [traces('2'), now],
      [traces('1'), before],
    ],
    tells: [`Nothing was measured for ${text}`],
    ends: 'Not compared',
  })),
  {
    template: 'fail-over-to-standby',
    it: 'moves the DNS record after approval',
    event: outage,
    calls: [
      [monitor, { id: 1, overall_state: 'OK' }],
      approvalPoint,
      [`PATCH ${record}`, { success: true }, { content: 'standby.example.com' }],
      [`GET ${record}`, { result: { name: 'shop.acme.example', content: 'standby.example.com' } }],
    ],
    tells: ['shop.acme.example points to standby.example.com.'],
    ends: 'Moved',
  },
  {
    template: 'fail-over-to-standby',
    it: 'asks nobody where the standby is unhealthy',
    event: outage,
    calls: [[monitor, { id: 1, overall_state: 'Alert' }]],
    ends: 'Standby not well',
  },
  {
    template: 'follow-deployment-and-roll-back',
    it: 'waits until the new version runs',
    event: { version: '2', last_version: '1' },
    calls: [...deployCalls, [`GET ${runs}/42?api-version=7.1`, state('completed', 'succeeded')]],
    ends: 'New version runs',
  },
  {
    template: 'follow-deployment-and-roll-back',
    it: 'rolls back a failed deployment',
    event: { version: '2', last_version: '1' },
    calls: [
      ...deployCalls,
      [`GET ${runs}/42?api-version=7.1`, state('completed', 'failed')],
      [
        `POST ${runs}?api-version=7.1`,
        state('inProgress'),
        { templateParameters: { version: '1' } },
      ],
    ],
    tells: ['Version 2 was rolled back'],
    ends: 'Old version runs',
  },
  {
    template: 'follow-deployment-and-roll-back',
    it: 'asks people to act where the rollback is refused',
    event: { version: '2', last_version: '1' },
    calls: [
      ...deployCalls,
      [`GET ${runs}/42?api-version=7.1`, state('completed', 'failed')],
      [`POST ${runs}?api-version=7.1`, 403],
    ],
    tells: ['Deploy version 1 by hand.'],
    ends: 'Left to people',
  },
  {
    template: 'guard-changes-in-a-freeze',
    it: 'starts the change at once without an open incident',
    event: change,
    calls: [[incidents, { incidents: [] }], dispatchCall],
    ends: 'Started',
  },
  {
    template: 'guard-changes-in-a-freeze',
    it: 'asks for approval while an incident is open',
    event: change,
    calls: [
      [incidents, { incidents: [{ id: 'P1', title: 'Shop is down', urgency: 'high' }] }],
      approvalPoint,
      dispatchCall,
    ],
    ends: 'Exception started',
  },
];

testScenes(scenes);
