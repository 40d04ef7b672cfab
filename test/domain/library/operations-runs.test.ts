import { inTurn, templateWorld } from './template-world.ts';

const { run } = templateWorld();

const old = '2020-01-01T00:00:00Z';
const far = '2999-01-01T00:00:00Z';

describe('Check when certificates expire', () => {
  it('opens a ticket for each old one, and warns of what is near', async () => {
    const certificates = [
      { name: 'www', owner: 'web', expires_at: old },
      { name: 'api', owner: 'api', expires_at: far },
    ];
    const answers = { 'GET /certificates/v1/certificates': certificates };
    const { way, calls, mails } = await run('check-certificate-expiry', { answers });
    expect(way).toBe('start read each tickets soon warn warned: SUCCEEDED');
    expect(calls[1]).toMatch(/^PUT \/tickets\/v1\/tickets\/certificate-www .*"queue":"web"/);
    expect(mails.join()).toContain(`www: ${old}`);
  });

  it('is calm where all last', async () => {
    const answers = { 'GET /certificates/v1/certificates': [{ name: 'api', expires_at: far }] };
    const { way, calls } = await run('check-certificate-expiry', { answers });
    expect([way, calls.length]).toEqual(['start read each tickets soon calm: SUCCEEDED', 1]);
  });
});

describe('Restart a service that is not healthy', () => {
  const event = { service: 'shop' };
  const health = 'GET /services/shop/health';

  it.each([
    ['nothing to a healthy one', 200, 'start ask healthy'],
    ['what helps one that recovers', inTurn(404, 200), 'start ask restart wait again recovered'],
    ['wake people for any other', 404, 'start ask restart wait again page paged'],
  ])('does %s', async (_, answer, expected) => {
    const answers = { [health]: answer };
    const { way, calls } = await run('restart-unhealthy-service', { event, answers });
    expect(way).toBe(`${expected}: SUCCEEDED`);
    expect(calls.some((call) => call.startsWith('POST /oncall/'))).toBe(answer === 404);
  });
});

describe('Verify the backups of the night', () => {
  const jobs = [
    { id: 'j1', state: 'succeeded' },
    { id: 'j2', state: 'failed' },
    { id: 'j3', state: 'missed' },
  ];

  it('runs what failed once more, and reports what failed twice', async () => {
    const answers = { 'GET /backup/v1/jobs': jobs, 'POST /backup/v1/jobs/j3/runs': 409 };
    const { way, calls, mails } = await run('verify-backups-of-the-night', { answers });
    expect(way).toBe('start read any each ran open report reported: SUCCEEDED');
    expect(calls.slice(1)).toEqual([
      'POST /backup/v1/jobs/j2/runs',
      'POST /backup/v1/jobs/j3/runs',
    ]);
    expect(mails.join()).toContain('Backups that failed twice: 1');
  });

  it('reports nothing that was repaired', async () => {
    const { way } = await run('verify-backups-of-the-night', {
      answers: { 'GET /backup/v1/jobs': jobs },
    });
    expect(way).toBe('start read any each ran open repaired: SUCCEEDED');
  });
});

describe('Fail over to the standby region', () => {
  const event = { application: 'shop', reason: 'The region is down' };
  const answers = {
    'GET /standby/health/shop': { lag_seconds: 4 },
    'GET /traffic/v1/applications/shop': { region: 'standby', error_percent: 0.1 },
  };

  it('moves the traffic, and tells how it stands', async () => {
    const { way, calls, mails } = await run('fail-over-to-standby', { event, answers });
    expect(way).toBe('start standby ask move settle look tell moved: SUCCEEDED');
    expect(calls.at(-1)).toBe('PUT /traffic/v1/applications/shop {"region":"standby"}');
    expect(mails.join()).toContain('shop runs in standby\nShare of errors: 0.1 %.');
  });

  it('asks nobody about a standby that is down as well', async () => {
    const { way } = await run('fail-over-to-standby', {
      event,
      answers: { 'GET /standby/health/shop': 404 },
    });
    expect(way).toBe('start standby: FAILED');
  });
});

describe('Follow a deployment and roll it back', () => {
  const event = { application: 'shop', version: '2' };
  const started = { 'POST /deploy/v1/deployments': { id: 'd1' } };
  const state = 'GET /deploy/v1/deployments/d1';

  it('looks until it has succeeded', async () => {
    const states = inTurn({ state: 'running' }, { state: 'running' }, { state: 'succeeded' });
    const answers = { ...started, [state]: states };
    const { way, calls } = await run('follow-deployment-and-roll-back', { event, answers });
    expect(way).toBe('start deploy until done good running: SUCCEEDED');
    expect(calls.filter((call) => call === state)).toHaveLength(3);
  });

  it('rolls back what has failed', async () => {
    const answers = { ...started, [state]: { state: 'failed', reason: 'No memory' } };
    const { way, calls, mails } = await run('follow-deployment-and-roll-back', { event, answers });
    expect(way).toBe('start deploy until done good back tell old: SUCCEEDED');
    expect(calls.at(-1)).toBe('POST /deploy/v1/rollbacks/d1');
    expect(mails.join()).toContain('shop 2 was rolled back\nIt failed: No memory');
  });
});

describe('Guard changes during a freeze', () => {
  const event = { pipeline: 'p1', change: 'C-1' };
  const frozen = { 'GET /calendar/v1/freezes': [{ reason: 'Year end' }] };
  const started = 'POST /pipelines/v1/pipelines/p1/runs';

  it('starts at once without one', async () => {
    const answers = { 'GET /calendar/v1/freezes': [] };
    const { way, calls } = await run('guard-changes-in-a-freeze', { event, answers });
    expect(way).toBe('start calendar frozen usual started: SUCCEEDED');
    expect(calls[1]).toBe(`${started} {"change":"C-1"}`);
  });

  it('asks for an exception during one', async () => {
    const { way, calls } = await run('guard-changes-in-a-freeze', { event, answers: frozen });
    expect(way).toBe('start calendar frozen ask exception excepted: SUCCEEDED');
    expect(calls[1]).toBe(`${started} {"change":"C-1","exception":true}`);
  });
});
