import { inTurn, templateWorld } from './template-world.ts';

const { run } = templateWorld();

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
