import { testScenes } from './test-scenes.ts';
import { approvalPoint, type TemplateScene } from './scene-player.ts';

const azure = 'management.azure.com';
const subscription = '/subscriptions/YOUR_SUBSCRIPTION_ID';
const listCall = (kind: string, version: string) =>
  `GET ${azure}${subscription}/providers/${kind}?api-version=${version}`;

const costs =
  `POST ${azure}${subscription}/providers/Microsoft.CostManagement/query` +
  '?api-version=2023-11-01';
const usage = (service: string, days: number[]) =>
  days.map((cost, day) => [cost, 20260301 + day, service, 'EUR']);
const costRows = (rows: unknown[]) => ({
  properties: {
    nextLink: null,
    columns: ['Cost', 'UsageDate', 'ServiceName', 'Currency'].map((name) => ({ name })),
    rows,
  },
});
const usual = usage('Storage', [20, 21, 20, 22, 20]);

const group = `${subscription}/resourceGroups/shop/providers/Microsoft.Compute`;
const disks = listCall('Microsoft.Compute/disks', '2023-04-02');
const disk = (name: string, diskState: string) => ({
  id: `${group}/disks/${name}`,
  name,
  location: 'westeurope',
  properties: { diskState, diskSizeGB: 128 },
});
const unused = { value: [disk('d1', 'Unattached'), disk('d2', 'Attached')] };
const snapshot = `${azure}${group}/snapshots/d1-last?api-version=2023-04-02`;
const snapshotCalls = [
  [disks, unused],
  approvalPoint,
  [disks, unused],
  [
    `PUT ${snapshot}`,
    { properties: { provisioningState: 'Updating' } },
    { location: 'westeurope', properties: { creationData: { createOption: 'Copy' } } },
  ],
] as const;

const cpuQueryCall =
  'GET api.datadoghq.com/api/v1/query?from=<time>&to=<time>' +
  '&query=avg:gcp.gce.instance.cpu.utilization{stage:development}' +
  ' by {project_id,zone,instance_name}';
const series = (name: string, value: number) => ({
  metric: 'gcp.gce.instance.cpu.utilization',
  tag_set: [`instance_name:${name}`, 'project_id:acme', 'zone:europe-west1-b'],
  pointlist: [
    [1_772_359_200_000, value],
    [1_772_362_800_000, value],
    [1_772_366_400_000, null],
  ],
});
const cpuSeries = { status: 'ok', series: [series('dev-1', 0.01), series('dev-2', 0.6)] };

const budgetId = `${subscription}/providers/Microsoft.Consumption/budgets/default`;
const budget = (amount: number) => ({
  id: budgetId,
  name: 'default',
  eTag: '"1d34d016a593709"',
  properties: {
    category: 'Cost',
    amount: 100,
    timeGrain: 'Monthly',
    timePeriod: { startDate: '2026-01-01T00:00:00Z' },
    currentSpend: { amount, unit: 'EUR' },
  },
});
const budgetRead = `GET ${azure}${budgetId}?api-version=2023-05-01`;

const policyRead =
  `GET ${azure}${subscription}/providers/Microsoft.Authorization/policyAssignments` +
  '/no-new-machines?api-version=2022-06-01';

const clusters = listCall('Microsoft.ContainerService/managedClusters', '2024-05-01');
const k8s = `${subscription}/resourceGroups/k8s/providers/Microsoft.ContainerService`;
const cluster = (name: string, stage: string, code: string) => ({
  id: `${k8s}/managedClusters/${name}`,
  name,
  tags: { stage },
  properties: { powerState: { code } },
});
const test1 = cluster('test-1', 'test', 'Running');

const forecast = 'GET api.electricitymaps.com/v3/carbon-intensity/forecast?zone=DE';
const dispatch =
  'POST api.github.com/repos/your-org/your-repository/actions/workflows/report.yml/dispatches';

const snapshots = listCall('Microsoft.Compute/snapshots', '2023-04-02');
const old = {
  id: `${group}/snapshots/s1`,
  name: 's1',
  properties: { timeCreated: '2020-01-01T00:00:00.0000000+00:00', diskSizeGB: 40 },
};
const mixedSnapshots = {
  value: [
    old,
    { ...old, id: `${group}/snapshots/s2`, tags: { hold: 'legal' } },
    { ...old, properties: { timeCreated: '2999-01-01T00:00:00Z' } },
  ],
};

const scenes: TemplateScene[] = [
  {
    template: 'notice-cost-anomalies',
    it: 'reports a service that costs more than on the days before',
    calls: [
      [
        costs,
        costRows([...usual, ...usage('Virtual Machines', [100, 104, 98, 101, 190])]),
        {
          type: 'ActualCost',
          timePeriod: { from: '2026-01-30T00:00:00Z', to: '2026-02-28T23:59:59Z' },
          dataset: { granularity: 'Daily' },
        },
      ],
    ],
    tells: ['Virtual Machines: 190 on the last day, 89 % more than usual'],
    ends: 'Owners told',
  },
  ...(
    [
      ['on a usual day', usual],
      ['without any costs', []],
      ['about an anomaly reported before', [...usual, ...usage('Backup', [10, 11, 10, 90])]],
    ] as const
  ).map(([when, rows]): TemplateScene => ({
    template: 'notice-cost-anomalies',
    it: `sends nothing ${when}`,
    calls: [[costs, costRows([...rows])]],
    ends: 'As usual',
  })),
  {
    template: 'notice-cost-anomalies',
    it: 'fails where Azure returns only a part of the costs',
    calls: [
      [
        costs,
        { properties: { ...costRows([...usual]).properties, nextLink: 'https://next.example' } },
      ],
    ],
    fails: 'The costs do not fit into one response of Azure.',
  },
  {
    template: 'delete-unattached-volumes',
    it: 'deletes a disk once its snapshot is complete',
    calls: [
      ...snapshotCalls,
      [`GET ${snapshot}`, { properties: { provisioningState: 'Succeeded' } }],
      [`DELETE ${azure}${group}/disks/d1?api-version=2023-04-02`, 202],
    ],
    tells: ['Deleted: 1.'],
    ends: 'Looked after',
  },
  {
    template: 'delete-unattached-volumes',
    it: 'keeps a disk whose snapshot failed',
    calls: [...snapshotCalls, [`GET ${snapshot}`, { properties: { provisioningState: 'Failed' } }]],
    tells: ['Kept because their snapshot is not complete: 1.'],
    ends: 'Looked after',
  },
  {
    template: 'stop-idle-machines',
    it: 'stops idle machines',
    calls: [
      [cpuQueryCall, cpuSeries],
      approvalPoint,
      [cpuQueryCall, cpuSeries],
      [
        'POST compute.googleapis.com/compute/v1/projects/acme/zones/europe-west1-b/instances' +
          '/dev-1/stop',
      ],
    ],
    tells: ['Done: 1.'],
    ends: 'Reviewed',
  },
  {
    template: 'stop-idle-machines',
    it: 'fails where Datadog refuses, and does not report that no machine is idle',
    calls: [[cpuQueryCall, { status: 'error', error: 'Invalid query', series: [] }]],
    fails: 'Datadog refused: Invalid query',
  },
  {
    template: 'guard-a-budget',
    it: 'asks nobody while its policy forbids new machines',
    calls: [
      [budgetRead, budget(101)],
      [policyRead, { name: 'no-new-machines' }],
    ],
    ends: 'Locked before',
  },
  {
    template: 'guard-a-budget',
    it: 'sends nothing at half of the budget',
    calls: [[budgetRead, budget(50)]],
    ends: 'Within budget',
  },
  {
    template: 'guard-a-budget',
    it: 'warns near the end of the budget',
    calls: [[budgetRead, budget(85)]],
    tells: ['85 % has been spent.'],
    ends: 'Warned',
  },
  {
    template: 'guard-a-budget',
    it: 'raises the budget where its owner chooses that',
    values: { action: 'raise', amount: 150 },
    calls: [
      [budgetRead, budget(101)],
      [policyRead, 404],
      [
        `PUT ${azure}${budgetId}?api-version=2023-05-01`,
        budget(101),
        { eTag: '"1d34d016a593709"', properties: { amount: 150, timeGrain: 'Monthly' } },
      ],
    ],
    ends: 'Raised',
  },
  {
    template: 'guard-a-budget',
    it: 'forbids new machines where the owner chooses that',
    values: { action: 'stop' },
    calls: [
      [budgetRead, budget(101)],
      [policyRead, 404],
      [
        `PUT ${azure}${subscription}/providers/Microsoft.Authorization/policyAssignments` +
          '/no-new-machines?api-version=2022-06-01',
        { name: 'no-new-machines' },
        { properties: { displayName: 'No new machines while the budget is used up' } },
      ],
    ],
    ends: 'Locked',
  },
  {
    template: 'sleep-test-environments-at-night',
    it: 'stops running test clusters in the evening and starts them in the morning',
    calls: [
      [
        clusters,
        {
          value: [test1, cluster('shop', 'live', 'Running'), cluster('test-2', 'test', 'Stopped')],
        },
      ],
      [`POST ${azure}${test1.id}/stop?api-version=2024-05-01`, 202],
      [`POST ${azure}${test1.id}/start?api-version=2024-05-01`, 202],
    ],
    ends: 'Good morning',
  },
  {
    template: 'run-batch-on-green-energy',
    it: 'waits for the hour with the lowest carbon intensity',
    event: { job: 'report.yml' },
    calls: [
      [
        forecast,
        {
          zone: 'DE',
          forecast: [
            { carbonIntensity: 300, datetime: '2026-03-01T12:00:00.000Z' },
            { carbonIntensity: 90, datetime: '2026-03-01T15:00:00.000Z' },
          ],
        },
      ],
      [dispatch, 204, { ref: 'main' }],
    ],
    ends: 'Started green',
  },
  {
    template: 'run-batch-on-green-energy',
    it: 'starts at once without a forecast',
    event: { job: 'report.yml' },
    calls: [
      [forecast, 404],
      [dispatch, 204],
    ],
    ends: 'Started at once',
  },
  {
    template: 'run-batch-on-green-energy',
    it: 'starts at once where the forecast is empty',
    event: { job: 'report.yml' },
    calls: [
      [forecast, { zone: 'DE', forecast: [] }],
      [dispatch, 204],
    ],
    ends: 'Started at once',
  },
  {
    template: 'expire-old-snapshots',
    it: 'deletes old snapshots that are not on hold',
    calls: [
      [snapshots, mixedSnapshots],
      approvalPoint,
      [snapshots, mixedSnapshots],
      [`DELETE ${azure}${group}/snapshots/s1?api-version=2023-04-02`, 202],
    ],
    tells: ['Approved for deletion: 40 GB.'],
    ends: 'Reviewed',
  },
];

testScenes(scenes);
