import { evaluationStore } from '#lib/domain/compliance/evaluations/evaluation.store.ts';
import { newOwnRule } from '#lib/domain/compliance/own/own-rule.schema.ts';
import { awsProduction } from '#lib/engine/collectors/sample/aws-production.ts';
import { sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import { openSharedSql } from '#test/support/reused-sql.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { person } from '#test/support/people.ts';
import { openSampleAccount, ruleById } from './sample-account.ts';

const world = openTestDatabase();
const sql = openSharedSql();
afterAll(() => sql.close());

const page = { number_of_items: 100 };

const select = (status: string, resource = 'arn') =>
  `select ${resource} as resource, ${status} as status, name as reason, region, account_id
   from aws_s3_bucket`;

const newRuleForm = newOwnRule.parse({
  title: 'Buckets have short names',
  description: 'Long names are hard to read.',
  remediation: 'Make another bucket.',
  severity: 'low',
  category: 'Security',
  integration_type: 'aws',
  service: 'S3',
  resource_type: 'aws_s3_bucket',
  sql: select("case when length(name) > 1 then 'alarm' else 'ok' end"),
});

/** A scanned account, and the rules of its organisation. */
const openRules = async () => {
  const account = await openSampleAccount(world, sql, [ruleById('aws-s3-versioned')]);
  await account.scan();
  return { ...account, all: awsProduction.aws_s3_bucket?.length ?? 0 };
};

describe('an own rule', () => {
  it('is tested on the last scan, and evaluated in the next scan', async () => {
    const { compliance, root, all, scanLater, rowsOf, rowOf, resourcesOf } = await openRules();
    const { integration_type, sql: text } = newRuleForm;
    const testResult = await compliance.testOwnRule(root, { integration_type, sql: text });
    expect(testResult.counts).toMatchObject({ alarm: all, ok: 0 });
    expect(testResult.rows[0]).toMatchObject({ status: 'alarm' });
    expect(testResult.sources).toMatchObject([{ alias: 'Sample AWS production' }]);
    const { rule_id } = await compliance.createOwnRule(root, newRuleForm);
    expect(rule_id).toMatch(/^own-/);
    expect(await rowOf(rule_id)).toBeUndefined();
    await scanLater(1);
    expect(await rowOf(rule_id)).toMatchObject({
      title: newRuleForm.title,
      benchmark: 'Own',
      activity_source: 'Own',
      counts: { alarm: all },
    });
    expect((await resourcesOf(rule_id)).items).toHaveLength(all);
    expect((await rowsOf({ benchmark: 'Own' })).items).toHaveLength(1);
    const csv = await compliance.exportCompliance(root, { benchmark: 'Own' });
    expect(csv.items[0]).toMatchObject({
      Rule: newRuleForm.title,
      BenchMark: 'Own',
      ControlId: '',
    });
    const { total } = await compliance.getComplianceSummary(root, {});
    expect(total).toBe(2);
  });

  it('is tested on each account separately, as in a scan', async () => {
    const { compliance, root, all, inventory, idle } = await openRules();
    await inventory.startInventoryExecution(root, { integration_id: sampleId('aws-sandbox') });
    await idle();
    // Both accounts contain the same buckets here: within one, no resource is named twice.
    const testInput = { integration_type: 'aws', sql: select("'ok'") } as const;
    const { counts, sources, truncated } = await compliance.testOwnRule(root, testInput);
    expect(counts).toMatchObject({ ok: 2 * all });
    expect(sources.map(({ alias }) => alias).sort()).toEqual([
      'Sample AWS production',
      'Sample AWS sandbox',
    ]);
    expect(truncated).toBe(false);
    const countSql = `select 'account' as resource, 'info' as status, count(*)::text as reason,
      'global' as region, '' as account_id from aws_s3_bucket`;
    const { rows } = await compliance.testOwnRule(root, { ...testInput, sql: countSql });
    expect(rows.map(({ reason }) => reason)).toEqual([String(all), String(all)]);
  });

  it('is tested only on accounts whose tables were read', async () => {
    const { compliance, root, all, account, inventory, idle } = await openRules();
    account.aws_s3_bucket = 'AWS refused s3:ListAllMyBuckets.';
    await inventory.startInventoryExecution(root, { integration_id: sampleId('aws-sandbox') });
    await idle();
    const testInput = { integration_type: 'aws', sql: select("'ok'") } as const;
    const { counts, sources } = await compliance.testOwnRule(root, testInput);
    expect(counts).toMatchObject({ ok: all });
    expect(sources.map(({ alias }) => alias)).toEqual(['Sample AWS production']);
    const sandboxOnly = { ...testInput, integration_ids: [sampleId('aws-sandbox')] };
    await expect(compliance.testOwnRule(root, sandboxOnly)).rejects.toMatchObject({
      message: expect.stringContaining('could not read the table aws_s3_bucket') as string,
    });
  });

  it('can be disabled, enabled, changed by its revision, and deleted', async () => {
    const account = await openRules();
    const { compliance, root, scanLater, rowOf } = account;
    const ownRule = await compliance.createOwnRule(root, newRuleForm);
    const { _id: own_rule_id, rule_id, revision } = ownRule;
    const scanned = await scanLater(1);
    await compliance.switchOwnRule(root, { own_rule_id, enabled: false });
    expect(await rowOf(rule_id)).toBeUndefined();
    await compliance.switchOwnRule(root, { own_rule_id, enabled: true });
    expect(await rowOf(rule_id)).toBeDefined();
    account.time.now += 1000;
    const change = { ...newRuleForm, own_rule_id, revision, sql: select("'ok'") };
    expect(await compliance.updateOwnRule(root, change)).toMatchObject({ revision: 2 });
    expect(await rowOf(rule_id)).toMatchObject({
      not_asked: [{ asked_at: scanned.created_at, changed: true }],
    });
    await expect(compliance.updateOwnRule(root, change)).rejects.toMatchObject({ status: 409 });
    await scanLater(1);
    expect(await rowOf(rule_id)).toMatchObject({ not_asked: [], counts: { alarm: 0 } });
    await compliance.deleteOwnRule(root, { own_rule_id });
    expect(await rowOf(rule_id)).toBeUndefined();
    await expect(compliance.getOwnRule(root, { own_rule_id })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('starts no bots for findings that only its changed query makes', async () => {
    const { compliance, root, all, account, db, tenant_id, ...scans } = await openRules();
    const harmless = { ...newRuleForm, sql: select("'ok'") };
    const { own_rule_id, rule_id } = await compliance
      .createOwnRule(root, harmless)
      .then((ownRule) => ({ own_rule_id: ownRule._id, rule_id: ownRule.rule_id }));
    const nextReport = async () => {
      const { _id } = await scans.scanLater(1);
      const found = await evaluationStore(db, tenant_id).get(scans.integration_id, _id);
      const { opened = 0, counts } = found?.rules[rule_id] ?? {};
      return { opened, alarm: counts?.alarm };
    };
    expect(await nextReport()).toEqual({ opened: 0, alarm: 0 });
    scans.time.now += 60_000;
    await compliance.updateOwnRule(root, { ...newRuleForm, own_rule_id, revision: 1 });
    expect(await nextReport()).toEqual({ opened: 0, alarm: all });
    const [first = {}, ...others] = awsProduction.aws_s3_bucket ?? [];
    account.aws_s3_bucket = [first, ...others, { ...first, name: 'new', arn: 'arn:aws:s3:::new' }];
    expect(await nextReport()).toEqual({ opened: 1, alarm: all + 1 });
  });

  it('is evaluated in its newest form by a running scan, and then starts bots', async () => {
    const { compliance, root, all, account, db, tenant_id, ...scans } = await openRules();
    const harmless = { ...newRuleForm, sql: select("'ok'") };
    const { _id: own_rule_id, rule_id } = await compliance.createOwnRule(root, harmless);
    scans.before.step = async (name) => {
      if (name !== 'evaluate') return;
      scans.time.now += 60_000;
      await compliance.updateOwnRule(root, { ...newRuleForm, own_rule_id, revision: 1 });
    };
    await scans.scanLater(1);
    scans.before.step = () => undefined;
    expect(await scans.rowOf(rule_id)).toMatchObject({ not_asked: [], counts: { alarm: all } });
    const [first = {}, ...others] = awsProduction.aws_s3_bucket ?? [];
    account.aws_s3_bucket = 'The role may not call s3:ListAllMyBuckets.';
    await scans.scanLater(1);
    account.aws_s3_bucket = [first, ...others, { ...first, name: 'new', arn: 'arn:aws:s3:::new' }];
    const { _id } = await scans.scanLater(1);
    const found = await evaluationStore(db, tenant_id).get(scans.integration_id, _id);
    expect(found?.rules[rule_id]).toMatchObject({ opened: 1, counts: { alarm: all + 1 } });
  });

  it('may use names like those of tables for its own parts and in comments', async () => {
    const { compliance, root, all, scanLater, rowOf } = await openRules();
    const sql = `-- taken from aws_samples
      with aws_open as (select * from aws_s3_bucket)
      ${select("'alarm'").replace('aws_s3_bucket', 'aws_open')}`;
    const { rule_id } = await compliance.createOwnRule(root, { ...newRuleForm, sql });
    await scanLater(1);
    expect(await rowOf(rule_id)).toMatchObject({ run_errors: [], counts: { alarm: all } });
  });

  it('is refused with the fault of its SQL, and with a duplicate title', async () => {
    const { compliance, root } = await openRules();
    const invalidQueries = [
      ['select nothing from aws_s3_bucket', /column "nothing" does not exist/],
      ['drop table aws_s3_bucket', /^The SQL of the query failed/],
      [
        'select name as resource from aws_s3_bucket',
        /does not return status, reason, region, account_id/,
      ],
      [select("'ok'").replace(' region,', ' region, tags,'), /returns the column "tags"/],
      [select("'fine'"), /Row 1: the status is "fine"/],
      [select("'ok'", '1'), /Row 1: the resource must be text/],
      [select("'ok'", "'one'"), /returns "one" twice/],
    ] as const;
    for (const [text, pattern] of invalidQueries) {
      const refusal = { status: 400, message: expect.stringMatching(pattern) as string };
      const testCall = compliance.testOwnRule(root, { integration_type: 'aws', sql: text });
      await expect(testCall).rejects.toMatchObject({ ...refusal, extra: { field: 'sql' } });
      const createCall = compliance.createOwnRule(root, { ...newRuleForm, sql: text });
      await expect(createCall).rejects.toMatchObject(refusal);
    }
    await compliance.createOwnRule(root, newRuleForm);
    const duplicate = { ...newRuleForm, title: 'BUCKETS have short names' };
    const second = compliance.createOwnRule(root, duplicate);
    await expect(second).rejects.toMatchObject({ status: 409, extra: { field: 'title' } });
    expect((await compliance.listOwnRules(root, page)).items).toHaveLength(1);
  });

  it.each(['a\nb', '\u202egnp.exe', '\u200b', 'a\u0000', '\ud800'])(
    'refuses a misleading title or service such as %j',
    (title) => {
      expect(newOwnRule.safeParse({ ...newRuleForm, title }).success).toBe(false);
      expect(newOwnRule.safeParse({ ...newRuleForm, service: title }).success).toBe(false);
    },
  );

  it('is refused with an unknown resource type, or one of another cloud', async () => {
    const { compliance, root } = await openRules();
    const { _id: own_rule_id, revision } = await compliance.createOwnRule(root, newRuleForm);
    for (const resource_type of ['aws_s3_buckets', 'gcp_storage_bucket']) {
      const refusal = {
        status: 400,
        message: expect.stringContaining(`no resource type "${resource_type}"`) as string,
        extra: { field: 'resource_type' },
      };
      const invalidForm = { ...newRuleForm, title: 'Another', resource_type };
      await expect(compliance.createOwnRule(root, invalidForm)).rejects.toMatchObject(refusal);
      const change = { ...invalidForm, own_rule_id, revision };
      await expect(compliance.updateOwnRule(root, change)).rejects.toMatchObject(refusal);
    }
  });

  it('queries the inventory only for people who may read it', async () => {
    const { compliance, root } = await openRules();
    const policies = { ALLOW: { compliance_rule: { '*': true as const } }, DENY: {} };
    const roles = [{ _id: 'role_1', name: 'Rules only', policies }];
    const writer = person(root.tenant_id, 'w@example.com', { userType: 'SUBUSER', roles });
    const { integration_type, sql: text } = newRuleForm;
    const { _id, revision } = await compliance.createOwnRule(root, newRuleForm);
    const ruleKey = { own_rule_id: _id, revision };
    const refusal = { status: 403, message: expect.stringContaining('read_inventory') };
    const testCall = compliance.testOwnRule(writer, { integration_type, sql: text });
    await expect(testCall).rejects.toMatchObject(refusal);
    const another = { ...newRuleForm, title: 'Another', sql: 'select nothing' };
    await expect(compliance.createOwnRule(writer, another)).rejects.toMatchObject(refusal);
    const changed = compliance.updateOwnRule(writer, { ...another, ...ruleKey });
    await expect(changed).rejects.toMatchObject(refusal);
    const textChange = { ...newRuleForm, ...ruleKey, description: 'Other words.' };
    expect(await compliance.updateOwnRule(writer, textChange)).toMatchObject({ revision: 2 });
  });

  it('is unknown to another organisation', async () => {
    const { compliance, root } = await openRules();
    const { _id: own_rule_id, revision } = await compliance.createOwnRule(root, newRuleForm);
    const stranger = person('org_other');
    expect((await compliance.listOwnRules(stranger, page)).items).toEqual([]);
    const notFound = { status: 404 };
    for (const call of [
      compliance.getOwnRule(stranger, { own_rule_id }),
      compliance.updateOwnRule(stranger, { ...newRuleForm, own_rule_id, revision }),
      compliance.switchOwnRule(stranger, { own_rule_id, enabled: false }),
      compliance.deleteOwnRule(stranger, { own_rule_id }),
    ]) {
      await expect(call).rejects.toMatchObject(notFound);
    }
  });
});
