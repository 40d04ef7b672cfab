import { inTurn, templateWorld } from './template-world.ts';

const { run } = templateWorld();

describe('Isolate a host after approval', () => {
  const event = { host_id: 'h 1', reason: 'It beacons.' };
  const host = { id: 'h1', name: 'web-1' };
  const isolation = 'POST /edr/v1/hosts/h1/isolation';

  it('isolates what somebody has agreed to, read once more before', async () => {
    const answers = { 'GET /edr/v1/hosts/h 1': host };
    const { way, calls, mails } = await run('isolate-host-after-approval', { event, answers });
    expect(way).toBe('start read ask isolate tell isolated: SUCCEEDED');
    expect(calls).toEqual([
      'GET /edr/v1/hosts/h 1',
      'GET /edr/v1/hosts/h 1',
      expect.stringMatching(/^POST \/edr\/v1\/hosts\/h1\/isolation {"comment":"It beacons\.",/),
    ]);
    expect(mails).toEqual([expect.stringMatching(/^secops@example.com: Isolated: web-1\n/)]);
  });

  it('asks for hands where the call is refused', async () => {
    const answers = { 'GET /edr/v1/hosts/h 1': host, [isolation]: 403 };
    const { way, mails } = await run('isolate-host-after-approval', { event, answers });
    expect(way).toBe('start read ask isolate alarm by-hand: SUCCEEDED');
    expect(mails.join()).toContain('answered with status 403');
  });

  it('leaves the host alone where nobody agrees', async () => {
    const answers = { 'GET /edr/v1/hosts/h 1': host };
    const rejected = ['ask'];
    const told = await run('isolate-host-after-approval', { event, answers, rejected });
    expect(told.way).toMatch(/^start read ask kept: /);
    expect(told.calls).toHaveLength(1);
  });
});

describe('Triage findings by severity', () => {
  const finding = { id: 'f1', title: 'Open port', asset: 'web-1' };

  it.each([
    ['critical', 'start critical page paged: SUCCEEDED', 'POST /oncall/v1/incidents'],
    ['HIGH', 'start critical high ticket ticketed: SUCCEEDED', 'POST /tickets/v1/tickets'],
    ['low', 'start critical high kept: SUCCEEDED', ''],
  ])('sends a %s one where it belongs', async (severity, expected, call) => {
    const event = { ...finding, severity };
    const { way, calls } = await run('triage-findings-by-severity', { event });
    expect(way).toBe(expected);
    expect(calls.map((one) => one.split(' {')[0]).join()).toBe(call);
  });

  it('mails the team where paging fails', async () => {
    const event = { ...finding, severity: 'CRITICAL' };
    const answers = { 'POST /oncall/v1/incidents': 401 };
    const { way, mails } = await run('triage-findings-by-severity', { event, answers });
    expect(way).toBe('start critical page write written: SUCCEEDED');
    expect(mails).toEqual([expect.stringContaining('Critical: Open port')]);
  });
});

describe('Sign a compromised account out everywhere', () => {
  it('goes on where one place fails, and says so in the ticket', async () => {
    const answers = { 'DELETE /code/v1/users/ada@example.com/tokens': 404 };
    const event = { user: 'ada@example.com' };
    const { way, calls } = await run('sign-out-compromised-account', { event, answers });
    expect(way).toBe('start everywhere done ticket out: SUCCEEDED');
    expect(calls).toEqual([
      'DELETE /code/v1/users/ada@example.com/tokens',
      'DELETE /idp/v1/users/ada@example.com/sessions',
      'DELETE /mail/v1/users/ada@example.com/rules',
      'POST /tickets/v1/tickets {"title":"Compromised account: ada@example.com",' +
        '"queue":"security","left_to_do":["Revoke the tokens"]}',
    ]);
  });
});

describe('Rotate an exposed access key', () => {
  const event = { user: 'deploy', key_id: 'k1', owner: 'ada@example.com' };
  const uses = 'GET /cloud/v1/users/deploy/keys/k1/uses';

  it('deletes a key that nobody has tried for a week', async () => {
    const answers = { [uses]: { count: 0 } };
    const { way, calls, mails } = await run('rotate-exposed-access-key', { event, answers });
    expect(way).toBe('start disable renew tell wait uses idle delete deleted: SUCCEEDED');
    expect(calls).toEqual([
      'DELETE /cloud/v1/users/deploy/keys/k1',
      uses,
      'POST /vault/v1/rotations {"user":"deploy"}',
      'PUT /cloud/v1/users/deploy/keys/k1 {"status":"inactive"}',
    ]);
    expect(mails).toEqual([expect.stringMatching(/^ada@example.com: Your access key k1 was/)]);
  });

  it('keeps one that is still tried, and says so', async () => {
    const answers = { [uses]: { count: 3 } };
    const { way, mails } = await run('rotate-exposed-access-key', { event, answers });
    expect(way).toBe('start disable renew tell wait uses idle warn watched: SUCCEEDED');
    expect(mails[1]).toContain('It was tried 3 times');
  });
});

describe('Remove a reported phishing mail', () => {
  const values = { sender: 'eve@example.org', subject: 'Invoice' };
  const search = 'GET /mail/v1/messages';
  const hits = {
    items: [
      { id: 'm1', mailbox: 'ada' },
      { id: 'm2', mailbox: 'bob' },
    ],
  };

  it('removes what was found in all mailboxes', async () => {
    const answers = { [search]: hits, 'DELETE /mail/v1/messages/m2': 404 };
    const told = await run('remove-reported-phishing-mail', { values, answers });
    expect(told.way).toBe('start report search found ask each all tell removed: SUCCEEDED');
    expect(told.calls).toEqual([
      'DELETE /mail/v1/messages/m1',
      'DELETE /mail/v1/messages/m2',
      search,
      search,
    ]);
    expect(told.mails.join()).toContain('Removed: 1.\nNot removed: 1.');
  });

  it('asks nobody where nothing was found', async () => {
    const answers = { [search]: { items: [] } };
    const { way } = await run('remove-reported-phishing-mail', { values, answers });
    expect(way).toBe('start report search found none: SUCCEEDED');
  });
});

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
