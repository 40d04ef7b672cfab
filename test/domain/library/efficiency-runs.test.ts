import { inTurn, templateWorld } from './template-world.ts';

const { run } = templateWorld();

const old = '2020-01-01T00:00:00Z';
const far = '2999-01-01T00:00:00Z';

describe('Notice unusual costs', () => {
  const read = 'GET /billing/v1/costs';
  const usual = { name: 'storage', days: [20, 21, 20, 22, 20] };

  it('tells what costs more than its days before let expect', async () => {
    const services = [usual, { name: 'compute', days: [100, 104, 98, 101, 190] }];
    const { way, mails } = await run('notice-cost-anomalies', { answers: { [read]: services } });
    expect(way).toBe('start read judge any tell told: SUCCEEDED');
    expect(mails.join()).toContain('compute: 190 today, 89 % more than usual');
    expect(mails.join()).not.toContain('storage');
  });

  it('is silent on a usual day', async () => {
    const { way, mails } = await run('notice-cost-anomalies', { answers: { [read]: [usual] } });
    expect([way, mails]).toEqual(['start read judge any usual: SUCCEEDED', []]);
  });
});

describe('Delete volumes that nothing uses', () => {
  it('keeps a snapshot of each, and the volume where that fails', async () => {
    const answers = {
      'GET /cloud/v1/volumes': [
        { id: 'v1', name: 'old', size_gb: 10 },
        { id: 'v2', name: 'odd', size_gb: 5 },
      ],
      'POST /cloud/v1/volumes/v2/snapshots': 409,
    };
    const { way, calls, mails } = await run('delete-unattached-volumes', { answers });
    expect(way).toBe('start read any ask each gone tell done: SUCCEEDED');
    expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([
      'DELETE /cloud/v1/volumes/v1',
    ]);
    expect(mails.join()).toContain('Unused volumes deleted: 1');
  });

  it('keeps all of them where nobody agrees', async () => {
    const answers = { 'GET /cloud/v1/volumes': [{ id: 'v1', name: 'old', size_gb: 10 }] };
    const rejected = ['ask'];
    const { way, calls } = await run('delete-unattached-volumes', { answers, rejected });
    expect(way).toMatch(/^start read any ask kept: /);
    expect(calls).toHaveLength(1);
  });
});

describe('Stop idle development machines', () => {
  it('stops those that nobody uses', async () => {
    const machines = [
      { id: 'm1', name: 'one', cpu_percent: 1 },
      { id: 'm2', name: 'two', cpu_percent: 60 },
    ];
    const answers = { 'GET /cloud/v1/machines': { machines } };
    const { way, calls } = await run('stop-idle-machines', { answers });
    expect(way).toBe('start read any ask each stopped done: SUCCEEDED');
    expect(calls.at(-1)).toBe('POST /cloud/v1/machines/m1/stop');
  });
});

describe('Guard a budget', () => {
  const read = 'GET /billing/v1/budgets/default';
  const spending = (spent: number) => ({ [read]: { id: 'b1', amount: 100, spent } });

  it.each([
    [50, 'start read over near fine: SUCCEEDED', ''],
    [85, 'start read over near warn warned: SUCCEEDED', '85 % were spent.'],
  ])('says of %i of 100 what there is to say', async (spent, expected, said) => {
    const { way, mails } = await run('guard-a-budget', { answers: spending(spent) });
    expect(way).toBe(expected);
    expect(mails.join()).toContain(said);
  });

  it.each([
    ['raise', 'change raised', 'PATCH /billing/v1/budgets/b1 {"amount":150}'],
    ['stop', 'lock locked', 'PUT /cloud/v1/policies/no-new-resources {"enabled":true}'],
  ])('lets its owner %s it when it is used up', async (action, end, call) => {
    const values = { action, amount: 150 };
    const { way, calls } = await run('guard-a-budget', { answers: spending(101), values });
    expect(way).toBe(`start read over decide raise ${end}: SUCCEEDED`);
    expect(calls.at(-1)).toBe(call);
  });
});

describe('Send test environments to sleep at night', () => {
  it('scales down in the evening, and up to where it was in the morning', async () => {
    const environments = [
      { id: 'e1', replicas: 3 },
      { id: 'e2', replicas: 0 },
    ];
    const answers = { 'GET /orchestrator/v1/environments': environments };
    const { way, calls } = await run('sleep-test-environments-at-night', { answers });
    expect(way).toBe('start read evening asleep night morning awake morning-end: SUCCEEDED');
    expect(calls.slice(1)).toEqual([
      'PUT /orchestrator/v1/environments/e1/replicas {"replicas":0}',
      'PUT /orchestrator/v1/environments/e1/replicas {"replicas":3}',
    ]);
  });
});

describe('Run a batch job when energy is green', () => {
  const event = { job: 'report' };
  const read = 'GET /carbon/v1/forecast';

  it('waits for the best hour', async () => {
    const hours = [
      { at: '2026-03-01T12:00:00Z', grams_per_kwh: 300 },
      { at: '2026-03-01T15:00:00Z', grams_per_kwh: 90 },
      { at: '2026-03-01T18:00:00Z', grams_per_kwh: 200 },
    ];
    const answers = { [read]: hours };
    const { way, calls } = await run('run-batch-on-green-energy', { event, answers });
    expect(way).toBe('start forecast wait run green: SUCCEEDED');
    expect(calls).toEqual([read, 'POST /jobs/v1/jobs/report/runs']);
  });

  it('starts at once without a forecast', async () => {
    const answers = { [read]: 404 };
    const { way } = await run('run-batch-on-green-energy', { event, answers });
    expect(way).toBe('start forecast run-now now: SUCCEEDED');
  });
});

describe('Expire snapshots that nobody needs', () => {
  it('deletes the old ones', async () => {
    const snapshots = [
      { id: 's1', created_at: old, size_gb: 40 },
      { id: 's2', created_at: far, size_gb: 2 },
    ];
    const answers = { 'GET /cloud/v1/snapshots': snapshots };
    const { way, calls, mails } = await run('expire-old-snapshots', { answers });
    expect(way).toBe('start read any ask each deleted report done: SUCCEEDED');
    expect(calls[0]).toBe('DELETE /cloud/v1/snapshots/s1');
    expect(mails.join()).toContain('They held 40 GB.');
  });
});

describe('Scale out a slow service', () => {
  const event = { service: 'shop', limit_ms: 300 };
  const read = 'GET /metrics/v1/latency';

  it.each([
    ['nothing to a fast one', { ms: 200 }, 'before slow fine'],
    ['what helps', inTurn({ ms: 500 }, { ms: 250 }), 'before slow scale wait after helped fast'],
    ['ask where that did not', { ms: 500 }, 'before slow scale wait after helped tell asked'],
  ])('does %s', async (_, answer, expected) => {
    const { way } = await run('scale-out-slow-service', { event, answers: { [read]: answer } });
    expect(way).toBe(`start ${expected}: SUCCEEDED`);
  });
});

describe('Rightsize machines by their load', () => {
  it('resizes what does not fit', async () => {
    const machines = [
      { id: 'm1', name: 'idle', size: 'large', cpu_percent: 5, memory_percent: 10 },
      { id: 'm2', name: 'full', size: 'small', cpu_percent: 95, memory_percent: 40 },
      { id: 'm3', name: 'fine', size: 'medium', cpu_percent: 50, memory_percent: 50 },
    ];
    const answers = { 'GET /cloud/v1/machines': machines };
    const { way, calls } = await run('rightsize-machines', { answers });
    expect(way).toBe('start read advise any ask each resized done: SUCCEEDED');
    expect(calls.slice(1)).toEqual([
      'PATCH /cloud/v1/machines/m1 {"size":"medium"}',
      'PATCH /cloud/v1/machines/m2 {"size":"medium"}',
    ]);
  });
});

describe('Compare a load test with the last release', () => {
  const event = { application: 'shop', version: '2', last_version: '1' };
  const with95 = (before: number, after: number) => ({
    'POST /loadtest/v1/tests': { id: 't1' },
    'GET /loadtest/v1/tests/t1': { p95_ms: after },
    'GET /loadtest/v1/tests/latest': { p95_ms: before },
  });

  it.each([
    [200, 260, 'ticket slow'],
    [200, 210, 'praise fast'],
  ])('compares %i ms with %i ms', async (before, after, expected) => {
    const answers = with95(before, after);
    const { way } = await run('compare-load-test-with-last-release', { event, answers });
    expect(way).toBe(`start both results slower ${expected}: SUCCEEDED`);
  });
});
