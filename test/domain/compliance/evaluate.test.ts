import { evaluationStore } from '#lib/domain/compliance/evaluations/evaluation.store.ts';
import type { Rule } from '#lib/domain/compliance/rule.schema.ts';
import { rules } from '#lib/domain/compliance/rules.ts';
import { searchQuery } from '#lib/domain/inventory/search/query.schema.ts';
import { awsProduction } from '#lib/engine/collectors/sample/aws-production.ts';
import { severities } from '#lib/kernel/findings.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openSharedSql } from '#test/support/reused-sql.ts';
import { person } from '#test/support/people.ts';
import { neverReturns } from '#test/support/state-machine.ts';
import { openSampleAccount as openComplianceAccount, ruleById } from './sample-account.ts';

const world = openTestDatabase();
const sql = openSharedSql();
afterAll(() => sql.close());

const tlsRule = 'aws-s3-tls-only';

const openAccountWith = (testRules?: readonly Rule[]) =>
  openComplianceAccount(world, sql, testRules);

const shortTime = (iso: string) => `${iso.slice(0, 10)}, ${iso.slice(11, 16)} UTC`;

describe('the evaluation of rules in a scan', () => {
  it('stores findings that people see once the scan has ended', async () => {
    const account = await openAccountWith(rules);
    const { compliance, root } = account;
    expect(await compliance.getComplianceSummary(root, {})).toMatchObject({
      total: 0,
      integrations: 0,
    });
    const ended = await account.scan();
    const { evaluator_result: result } = ended;
    expect(ended.state).toBe('SUCCEEDED');
    expect(result?.rules).toBe(
      rules.filter(({ integration_type }) => integration_type === 'aws').length,
    );
    expect(result?.resources.alarm).toBeGreaterThan(5);
    const summary = await compliance.getComplianceSummary(root, {});
    expect(summary).toMatchObject({
      total: result?.rules,
      integrations: 1,
      run_errors: result?.run_errors,
      newest_at: ended.created_at,
    });
    expect(summary.criticality.alarm.resource_count).toBe(result?.resources.alarm);
    expect(summary.previous_total_resources).toBeUndefined();
    const row = await account.rowOf(tlsRule);
    const { items } = await account.resourcesOf(tlsRule);
    expect(items).toHaveLength(awsProduction.aws_s3_bucket?.length ?? 0);
    expect(items.filter(({ criticality }) => criticality === 'alarm')).toHaveLength(
      row?.counts.alarm ?? 0,
    );
    const isPassed = items.map(({ criticality }) => criticality === 'ok');
    expect(isPassed).toEqual(isPassed.toSorted());
    expect(items[0]).toMatchObject({
      alias: 'Sample AWS production',
      account_uid: '111111111111',
      first_seen: ended.created_at,
    });
  });

  it('shows since when a resource has its status, and the trend', async () => {
    const account = await openAccountWith([ruleById('aws-s3-versioned')]);
    const id = 'aws-s3-versioned';
    const [first = {}, ...others] = awsProduction.aws_s3_bucket ?? [];
    account.account.aws_s3_bucket = [{ ...first, versioning_enabled: true }, ...others];
    const { created_at: began } = await account.scan();
    const firstSeen = async () => {
      const { items } = await account.resourcesOf(id);
      return items.find(({ uid }) => uid === first.arn);
    };
    account.account.aws_s3_bucket = [{ ...first, versioning_enabled: false }, ...others];
    const second = await account.scanLater(24);
    expect(await firstSeen()).toMatchObject({
      criticality: 'alarm',
      first_seen: second.created_at,
    });
    const third = await account.scanLater(24);
    expect(await firstSeen()).toMatchObject({
      first_seen: second.created_at,
      last_seen: third.created_at,
    });
    const { items } = await account.resourcesOf(id);
    const otherBucket = items.find(({ uid }) => uid !== first.arn);
    expect(otherBucket?.first_seen).toBe(began);
    const { criticality } = await account.compliance.getComplianceSummary(account.root, {});
    expect(criticality.alarm.previous_resource_count).toBe(criticality.alarm.resource_count);
    const history = await account.compliance.getComplianceHistory(account.root, {
      start_date: began.slice(0, 10),
      end_date: third.created_at.slice(0, 10),
    });
    expect(history.items).toHaveLength(3);
    const monthly = await account.compliance.getComplianceHistory(account.root, {
      start_date: began.slice(0, 10),
      end_date: third.created_at.slice(0, 10),
      interval: 'month',
      integrationType: 'aws',
    });
    expect(monthly.items.at(-1)).toMatchObject({
      day: `${third.created_at.slice(0, 7)}-01`,
      counts: history.items[2]?.counts,
      integrations: 1,
    });
    expect(history.items[1]?.counts.alarm).toBe((history.items[0]?.counts.alarm ?? 0) + 1);
  });

  it('reports a table that could not be read, and keeps the earlier findings', async () => {
    const account = await openAccountWith([ruleById(tlsRule)]);
    const { created_at: began } = await account.scan();
    account.account.aws_s3_bucket = 'The role may not call s3:ListAllMyBuckets.';
    const second = await account.scanLater(1);
    expect(second).toMatchObject({ state: 'SUCCEEDED', evaluator_result: { run_errors: 1 } });
    const { counts } = (await account.rowOf(tlsRule)) ?? {};
    expect(counts?.alarm).toBeGreaterThan(0);
    expect(await account.rowOf(tlsRule)).toMatchObject({
      not_asked: [],
      run_errors: [
        {
          asked_at: began,
          alias: 'Sample AWS production',
          message:
            'The table aws_s3_bucket could not be read. ' +
            'The role may not call s3:ListAllMyBuckets.',
        },
      ],
    });
    const { items } = await account.resourcesOf(tlsRule);
    expect(items[0]).toMatchObject({ first_seen: began, last_seen: began });
    const { compliance, root } = account;
    const summary = await compliance.getComplianceSummary(root, {});
    expect(summary).toMatchObject({ run_errors: 1, previous_total_resources: items.length });
    expect(summary.criticality.alarm.resource_count).toBe(counts?.alarm);
    expect((await account.rowsOf({ run_error: true })).items).toHaveLength(1);
    const { items: lines } = await compliance.exportCompliance(root, { benchmark: 'CIS' });
    const from = `This finding is from the scan of ${began}.`;
    const as = `The last scan could not evaluate this rule. ${from}`;
    expect(lines.map(({ Details }) => Details.endsWith(as))).toEqual([
      false,
      ...items.map(() => true),
    ]);
    account.account.aws_s3_bucket = awsProduction.aws_s3_bucket ?? [];
    await account.scanLater(1);
    expect((await account.resourcesOf(tlsRule)).items[0]?.first_seen).toBe(began);
  });

  it('reports failing SQL and unknown tables without failing the scan', async () => {
    const broken = { ...ruleById(tlsRule), sql: 'select nothing from aws_s3_bucket' };
    const unknownTable = { ...ruleById('aws-s3-versioned'), sql: 'select * from aws_none' };
    const strange = {
      ...ruleById('aws-s3-bucket-blocks-public-access'),
      sql: "select 'x' as resource, 'fine' as status from aws_s3_bucket",
    };
    const account = await openAccountWith([broken, unknownTable, strange]);
    expect((await account.scan()).state).toBe('SUCCEEDED');
    const messages = (await account.rowsOf()).items.map(({ run_errors }) => run_errors[0]?.message);
    expect(messages.sort()).toEqual([
      'The SQL of the rule failed: column "nothing" does not exist.',
      'The inventory has no table "aws_none".',
      'The rule does not return resources with a status.',
    ]);
  });

  it('reports a resource without a status, and rows without a resource', async () => {
    const uneven = {
      ...ruleById('aws-s3-bucket-blocks-public-access'),
      sql: `select * from (values ('a', 'alarm', 'A.'), ('b', 'ok', 'B.'), ('c', null, 'C.'),
          ('d', 'fine', 'D.'), (null, 'ok', 'E.')) found(resource, status, reason),
        (select 'global' as region, account_id from aws_s3_bucket limit 1) place`,
    };
    const account = await openAccountWith([uneven]);
    await account.scan();
    expect(await account.rowOf(uneven.rule_id)).toMatchObject({
      run_errors: [],
      counts: { alarm: 1, ok: 1, error: 3 },
    });
    const { items } = await account.resourcesOf(uneven.rule_id);
    expect(Object.fromEntries(items.map(({ uid, details }) => [uid, details]))).toEqual({
      a: 'A.',
      b: 'B.',
      c: 'The query returns no status for this resource. Use alarm, error, info, ok, skip.',
      'Without a resource': 'The query returns 1 row without a resource.',
      d: 'The query returns the status "fine" for this resource. Use alarm, error, info, ok, skip.',
    });
  });

  it.each(['evaluate', 'publish'])('continues after a kill before "%s"', async (phase) => {
    const account = await openAccountWith([ruleById(tlsRule)]);
    const dies = new Promise<void>((resolve) => {
      account.before.step = (name) => {
        if (name !== phase) return undefined;
        resolve();
        return neverReturns();
      };
    });
    const { integration_id, root, inventory } = account;
    const { _id: execution_id } = await inventory.startInventoryExecution(root, {
      integration_id,
    });
    await dies;
    const today = new Date(account.time.now).toISOString().slice(0, 10);
    const days = { start_date: today, end_date: today };
    const { compliance } = account;
    expect((await account.rowsOf()).items).toEqual([]);
    // Unpublished results are not part of the history.
    expect(await compliance.getComplianceHistory(root, days)).toEqual({ items: [] });
    await account.restart();
    expect((await compliance.getComplianceHistory(root, days)).items).toHaveLength(1);
    const ended = await inventory.getInventoryExecution(root, { execution_id });
    expect(ended).toMatchObject({ state: 'SUCCEEDED', evaluator_result: { rules: 1 } });
    expect(await account.rowOf(tlsRule)).toBeDefined();
  });

  it('keeps the earlier findings if the rules cannot be evaluated at all', async () => {
    const account = await openAccountWith([ruleById(tlsRule)]);
    const { created_at } = await account.scan();
    account.before.step = (name) => {
      if (name === 'evaluate') throw new Error('There is no room for a database.');
    };
    const second = await account.scanLater(1);
    expect(second).toMatchObject({ state: 'SUCCEEDED', partial: true });
    expect(second.evaluator_result).toBeUndefined();
    const message = 'The rules could not be checked because of an internal error. Scan again.';
    expect(second.events).toContainEqual({
      timestamp: second.updated_at,
      event_type: 'FAILED',
      event_name: 'Compliance rules',
      event_details: `${message} The findings of the scan of ${shortTime(created_at)} are shown.`,
    });
    expect((await account.resourcesOf(tlsRule)).items[0]?.last_seen).toBe(created_at);
  });

  it('keeps the findings that are shown, and those that they are compared with', async () => {
    const account = await openAccountWith([ruleById(tlsRule)]);
    const { files, tenant_id, integration_id, db } = account;
    const keys: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      const { _id } = await account.scanLater(1);
      keys.push(`${tenant_id}/compliance/${integration_id}/${tlsRule}/${_id}.ndjson.gz`);
    }
    const presence = await Promise.all(
      keys.map(async (key) => (await files.get(key)) !== undefined),
    );
    expect(presence).toEqual([false, true, true, true]);
    expect(await evaluationStore(db, tenant_id).of(integration_id)).toHaveLength(3);
  });
});

describe('the compliance findings', () => {
  it('are filtered by benchmark, category, criticality and integration, and paged', async () => {
    const account = await openAccountWith();
    await account.scan();
    const { compliance, root, rowsOf, integration_id } = account;
    const cis = await rowsOf({ benchmark: 'CIS', integration_type: 'aws' });
    expect(cis.items.length).toBeGreaterThan(10);
    for (const { benchmark, activity_source, activity_details } of cis.items) {
      expect([benchmark, activity_source]).toEqual(['CIS', 'CIS 6.0.0']);
      expect(activity_details[0]?.activity_id).toMatch(/^\d/);
    }
    const all = (await rowsOf()).items;
    const costs = (await rowsOf({ category: 'Cost Optimization' })).items;
    expect(costs.length).toBeGreaterThan(0);
    expect(costs).toEqual(all.filter(({ category }) => category === 'Cost Optimization'));
    const alarms = (await rowsOf({ criticality: 'alarm' })).items;
    expect(alarms).toEqual(all.filter(({ counts }) => counts.alarm > 0));
    expect((await rowsOf({ integration_type: 'azure' })).items).toEqual([]);
    expect((await rowsOf({ integration_id: 'int_other' })).items).toEqual([]);
    const first = await rowsOf({ number_of_items: 10 });
    expect(first.items).toHaveLength(10);
    expect(first.items[0]?.counts.alarm).toBeGreaterThan(0);
    const second = await rowsOf({ number_of_items: 10, next: first.next });
    expect(second.items[0]?.rule_id).not.toBe(first.items[0]?.rule_id);
    const { items } = await compliance.listBenchmarkTypes(root, { integration_type: 'aws' });
    expect(items.find(({ benchmark }) => benchmark === 'CIS')).toMatchObject({ controls: 63 });
    const bucket = awsProduction.aws_s3_bucket?.[0];
    const findings = await compliance.listResourceViolations(root, {
      integration_id,
      resource_type: 'aws_s3_bucket',
      resource: String(bucket?.arn),
    });
    expect([...findings.alarm, ...findings.ok].length).toBeGreaterThan(1);
    const ranks = findings.ok.map(({ severity }) => severities.indexOf(severity));
    expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
    expect(new Set(ranks).size).toBeGreaterThan(1);
    const query = { integration_id, resource: String(bucket?.arn) };
    const elsewhere = { ...query, integration_id: 'int_other' };
    const resources = [query, elsewhere, { ...query, resource: 'arn:aws:s3:::none' }];
    expect((await compliance.countResourceViolations(root, { resources })).items).toEqual([
      { ...query, critical: findings.alarm.length },
      { integration_id, resource: 'arn:aws:s3:::none', critical: 0 },
    ]);
  });

  it('lead to the search of the inventory that finds their resource', async () => {
    const { scan, rowsOf, resourcesOf, inventory, root } = await openAccountWith();
    await scan();
    let searched = 0;
    for (const { rule_id } of (await rowsOf()).items) {
      for (const { uid, search } of (await resourcesOf(rule_id)).items.slice(0, 2)) {
        if (!search) continue;
        searched += 1;
        const query = { ...searchQuery.parse(search), number_of_items: 10 };
        const { items } = await inventory.searchResources(root, query);
        expect([rule_id, items.map(({ _id }) => _id)]).toEqual([rule_id, [uid]]);
      }
    }
    expect(searched).toBeGreaterThan(10);
  });

  it('are found by a part of the title or id of their rule', async () => {
    const { scan, rowsOf } = await openAccountWith([
      ruleById(tlsRule),
      ruleById('aws-s3-versioned'),
    ]);
    await scan();
    const found = async (search_text: string) =>
      (await rowsOf({ search_text })).items.map(({ rule_id }) => rule_id);
    expect(await found('without tls')).toEqual([tlsRule]);
    expect(await found('S3-VERSIONED')).toEqual(['aws-s3-versioned']);
    expect(await found('lambda')).toEqual([]);
  });

  it('are exported line by line for a benchmark', async () => {
    const account = await openAccountWith();
    await account.scan();
    const { compliance, root } = account;
    await expect(compliance.exportCompliance(root, {})).rejects.toMatchObject({ status: 400 });
    const { items } = await compliance.exportCompliance(root, {
      benchmark: 'CIS',
      criticality: 'alarm',
    });
    expect(items.length).toBeGreaterThan(3);
    expect(items[0]).toMatchObject({ BenchMark: 'CIS', Criticality: 'Critical' });
    const obscure = await compliance.exportCompliance(root, { benchmark: 'CIS', run_error: true });
    for (const { Criticality, ResourceId } of obscure.items) {
      expect([Criticality, ResourceId]).toEqual(['Obscure', '']);
    }
  });

  it('are exported completely, however many there are', async () => {
    const account = await openAccountWith([ruleById(tlsRule)]);
    const [bucket = {}] = awsProduction.aws_s3_bucket ?? [];
    account.account.aws_s3_bucket = Array.from({ length: 2_500 }, (_, index) => ({
      ...bucket,
      name: `b${index}`,
      arn: `arn:aws:s3:::b${index}`,
    }));
    await account.scan();
    const ids: string[] = [];
    let next: string | undefined;
    do {
      const page = await account.compliance.exportCompliance(account.root, {
        benchmark: 'CIS',
        next,
      });
      ids.push(...page.items.map(({ ResourceId }) => ResourceId));
      ({ next } = page);
    } while (next);
    expect(new Set(ids).size).toBe(2_500);
    expect(ids).toHaveLength(2_500);
  });

  it('are not shown to another organisation', async () => {
    const account = await openAccountWith([ruleById(tlsRule)]);
    await account.scan();
    const stranger = person('org_other');
    const { compliance, integration_id } = account;
    const page = { number_of_items: 10 };
    expect((await compliance.listComplianceRules(stranger, page)).items).toEqual([]);
    const resources = { ...page, rule_id: tlsRule, integration_id };
    expect((await compliance.listRuleResources(stranger, resources)).items).toEqual([]);
    const exported = await compliance.exportCompliance(stranger, { benchmark: 'CIS' });
    expect(exported.items).toEqual([]);
  });

  it('are not shown for a deleted integration', async () => {
    const account = await openAccountWith([ruleById(tlsRule)]);
    await account.scan();
    await account.inventory.removeSampleEstate(account.root, {});
    expect((await account.rowsOf()).items).toEqual([]);
  });

  it('are refused for unknown rules', async () => {
    const { resourcesOf } = await openAccountWith([]);
    await expect(resourcesOf('aws-none')).rejects.toMatchObject({ status: 404 });
  });
});
