import { openTestDatabase } from '#test/support/database.ts';
import { openSharedSql } from '#test/support/reused-sql.ts';
import { openScans } from '../inventory/scan-scene.ts';
import { openSampleAccount as openComplianceAccount, ruleById } from './sample-account.ts';

const world = openTestDatabase();
const sql = openSharedSql();
afterAll(() => sql.close());

const tlsRule = 'aws-s3-tls-only';
const buckets = [{ name: 'invoices' }, { name: 'backups' }];

const openAccountWith = (rules: Parameters<typeof openComplianceAccount>[2]) =>
  openComplianceAccount(world, sql, rules);

describe('a table whose work was lost during a scan', () => {
  it('is reported as failed', async () => {
    const scene = await openScans(world);
    Object.assign(scene.account, { aws_s3_bucket: buckets, aws_account: [{ title: 'Main' }] });
    const table = 'aws_account';
    scene.before.step = (name, event) => {
      const isLost = name === 'collect' && JSON.stringify(event).includes(table);
      if (isLost) throw new Error('There is no memory left.');
    };
    const ended = await scene.scan();
    expect(ended).toMatchObject({
      state: 'SUCCEEDED',
      partial: true,
      progress: { done: 2, planned: 2 },
    });
    const lost = 'The work on this table was lost because of an internal error. Scan again.';
    expect(ended.events).toContainEqual(
      expect.objectContaining({
        event_type: 'FAILED',
        event_name: table,
        event_details: `0 resources. ${lost}`,
      }),
    );
    expect((await scene.latestSnapshot())?.tables[table]).toMatchObject({
      state: 'failed',
      problems: [lost],
    });
    expect(scene.lines.join('')).toContain('A table of a scan was lost.');
  });

  it('makes the scan fail if the work on all tables was lost', async () => {
    const scene = await openScans(world);
    Object.assign(scene.account, { aws_s3_bucket: buckets });
    scene.before.step = (name) => {
      if (name === 'collect') throw new Error('There is no memory left.');
    };
    expect(await scene.scan()).toMatchObject({
      state: 'FAILED',
      cause: expect.stringMatching(/^No table could be read. The work on this table was lost/),
    });
  });

  it('is missing for the rules that read it', async () => {
    const account = await openAccountWith([ruleById(tlsRule)]);
    const tables = Object.keys(account.account).filter((name) => name !== 'aws_s3_bucket');
    for (const table of tables) delete account.account[table];
    account.account.aws_account = [];
    account.before.step = (name, event) => {
      const isBuckets = JSON.stringify(event).includes('aws_s3_bucket');
      if (name === 'collect' && isBuckets) throw new Error('There is no memory left.');
    };
    expect(await account.scan()).toMatchObject({ evaluator_result: { run_errors: 1 } });
    expect((await account.rowOf(tlsRule))?.run_errors[0]?.message).toBe(
      'The table aws_s3_bucket could not be read. ' +
        'The work on this table was lost because of an internal error. Scan again.',
    );
  });
});

describe('the log of a scan', () => {
  it('contains the results of the rules', async () => {
    const account = await openAccountWith([
      ruleById(tlsRule),
      { ...ruleById(tlsRule), rule_id: 'aws-b' },
    ]);
    const broken = { ...ruleById(tlsRule), rule_id: 'aws-c', sql: 'select 1 from aws_none' };
    const brokenAccount = await openAccountWith([ruleById(tlsRule), broken]);
    const [both, one] = [await account.scan(), await brokenAccount.scan()];
    const ruleEvents = [both, one].map(({ events }) =>
      events.find(({ event_type }) => event_type === 'EVALUATED'),
    );
    const alarms = one.evaluator_result?.resources.alarm ?? 0;
    expect(ruleEvents).toEqual([
      expect.objectContaining({ event_details: `2 rules: ${2 * alarms} critical.` }),
      expect.objectContaining({
        event_name: 'Compliance rules',
        event_details: `2 rules: ${alarms} critical, 1 not evaluated.`,
      }),
    ]);
    expect(one.partial).toBe(false);
  });
});
