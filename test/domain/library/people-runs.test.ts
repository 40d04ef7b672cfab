import { templateWorld } from './template-world.ts';

const { run } = templateWorld();

describe('Send a weekly compliance digest', () => {
  const read = 'GET /posture/v1/findings';

  it('counts what is open', async () => {
    const data = [
      { severity: 'high', rule: 'S3.1' },
      { severity: 'high', rule: 'S3.1' },
      { severity: 'low', rule: 'IAM.4' },
    ];
    const answers = { [read]: { data, cursor: null } };
    const { way, mails } = await run('send-weekly-compliance-digest', { answers });
    expect(way).toBe('start read sum any send sent: SUCCEEDED');
    expect(mails).toEqual([
      expect.stringContaining('Compliance: 3 open findings\nBy severity:\n2 x high\n1 x low\n'),
    ]);
    expect(mails.join()).toContain('2 x S3.1\n1 x IAM.4');
  });

  it('has good news as well', async () => {
    const { way } = await run('send-weekly-compliance-digest', {
      answers: { [read]: { data: [] } },
    });
    expect(way).toBe('start read sum any praise praised: SUCCEEDED');
  });
});

describe('Collect audit evidence every month', () => {
  const sources = {
    'GET /idp/v1/groups/administrators/members': ['ada'],
    'GET /backup/v1/reports/latest': { failed: 0 },
    'GET /tickets/v1/changes': [],
  };

  it('keeps one record of all sources', async () => {
    const { way, calls } = await run('collect-audit-evidence', { answers: sources });
    expect(way).toBe('start all sources complete keep kept: SUCCEEDED');
    expect(calls.at(-1)).toMatch(/^POST \/evidence\/v1\/records .*"backups":{"failed":0}/);
  });

  it('names the source that is missing, and keeps nothing', async () => {
    const answers = { ...sources, 'GET /backup/v1/reports/latest': 404 };
    const { way, mails, calls } = await run('collect-audit-evidence', { answers });
    expect(way).toBe('start all sources complete tell told: SUCCEEDED');
    expect(mails.join()).toContain('Missing: Backup report.');
    expect(calls).toHaveLength(3);
  });
});

describe('Close public storage buckets', () => {
  it('closes those that nobody wants public', async () => {
    const buckets = [
      { id: 'site', region: 'eu', tags: { public: 'wanted' } },
      { id: 'dump', region: 'eu', tags: {} },
    ];
    const answers = { 'GET /cloud/v1/buckets': buckets };
    const { way, calls } = await run('close-public-buckets', { answers });
    expect(way).toBe('start read any ask each closed done: SUCCEEDED');
    expect(calls.at(-1)).toBe('PUT /cloud/v1/buckets/dump/public-access-block {"block":true}');
  });

  it('asks nobody where there are none', async () => {
    const { way } = await run('close-public-buckets', { answers: { 'GET /cloud/v1/buckets': [] } });
    expect(way).toBe('start read any none: SUCCEEDED');
  });
});
