import { inTurn, templateWorld } from './template-world.ts';

const { run } = templateWorld();

describe('Enrich an indicator from three sources', () => {
  const event = { domain: 'bad.example' };

  it('blocks what is bad, although a source is down', async () => {
    const answers = {
      'GET /reputation/v1/domains/bad.example': { score: 90 },
      'GET /registry/v1/domains/bad.example': { age_days: 3 },
      'GET /siem/v1/sightings': 404,
    };
    const { way, calls, mails } = await run('enrich-indicator-in-parallel', { event, answers });
    expect(way).toBe('start ask answers weigh bad block tell blocked: SUCCEEDED');
    expect(calls).toContain(
      'POST /firewall/v1/blocked-domains {"domain":"bad.example","points":79}',
    );
    expect(mails.join()).toContain('It came to 79 points');
  });

  it('leaves alone what is not', async () => {
    const answers = {
      'GET /reputation/v1/domains/bad.example': { score: 10 },
      'GET /registry/v1/domains/bad.example': { age_days: 4000 },
      'GET /siem/v1/sightings': { count: 2 },
    };
    const { way, calls } = await run('enrich-indicator-in-parallel', { event, answers });
    expect(way).toBe('start ask answers weigh bad harmless: SUCCEEDED');
    expect(calls).toHaveLength(3);
  });
});

describe('Hunt indicators of a feed in your logs', () => {
  const feed = { indicators: [{ value: 'a.example' }, { value: 'b.example' }] };

  it('opens one case for all hits', async () => {
    const answers = {
      'GET /feed/v1/indicators': feed,
      'POST /siem/v1/searches': inTurn(
        { query: 'a.example', hits: 4 },
        { query: 'b.example', hits: 0 },
      ),
    };
    const { way, calls, mails } = await run('hunt-feed-indicators-in-logs', { answers });
    expect(way).toBe('start feed each searched hits case tell opened: SUCCEEDED');
    expect(calls).toContain(
      'POST /cases/v1/cases {"title":"Indicators of the feed were seen",' +
        '"sightings":[{"indicator":"a.example","hits":4}]}',
    );
    expect(mails.join()).toContain('Seen: a.example.');
  });

  it('bothers nobody without a hit', async () => {
    const answers = { 'GET /feed/v1/indicators': feed, 'POST /siem/v1/searches': { hits: 0 } };
    const { way, mails } = await run('hunt-feed-indicators-in-logs', { answers });
    expect([way, mails]).toEqual(['start feed each searched hits quiet: SUCCEEDED', []]);
  });
});

describe('Find impossible travel in sign-ins', () => {
  it('signs out who was in two countries at once', async () => {
    const items = [
      { user: 'ada', country: 'NO', at: '2026-03-01T08:00:00+00:00' },
      { user: 'ada', country: 'BR', at: '2026-03-01T08:40:00+00:00' },
      { user: 'bob', country: 'NO', at: '2026-03-01T08:00:00+00:00' },
      { user: 'bob', country: 'SE', at: '2026-03-01T18:00:00+00:00' },
    ];
    const answers = { 'GET /idp/v1/sign-ins': { items, links: {} } };
    const { way, calls } = await run('find-impossible-travel', { answers });
    expect(way).toBe('start read pair any ask each ended done: SUCCEEDED');
    expect(calls).toEqual(['DELETE /idp/v1/users/ada/sessions', 'GET /idp/v1/sign-ins']);
  });

  it('finds nobody where nobody signed in', async () => {
    const answers = { 'GET /idp/v1/sign-ins': { items: [], links: {} } };
    const { way } = await run('find-impossible-travel', { answers });
    expect(way).toBe('start read pair any none: SUCCEEDED');
  });
});
