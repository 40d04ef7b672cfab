import { evaluationStore } from '#lib/domain/compliance/evaluations/evaluation.store.ts';
import { sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';
import { awsProduction } from '#lib/engine/collectors/sample/aws-production.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openSharedSql } from '#test/support/reused-sql.ts';
import type { CollectRequest } from '#lib/ports/collector.ts';
import { openSampleAccount, ruleById } from './sample-account.ts';

const world = openTestDatabase();
const sql = openSharedSql();
afterAll(() => sql.close());

const tls = ruleById('aws-s3-tls-only');
const versioned = ruleById('aws-s3-versioned');
const trails = ruleById('aws-cloudtrail-multi-region');

const [bucket = {}] = awsProduction.aws_s3_bucket ?? [];
const bucketIn = (region: string, name: string): Row => ({
  ...bucket,
  name,
  arn: `arn:aws:s3:::${name}`,
  region,
  versioning_enabled: false,
});
const arnOf = ({ arn }: Row): string => String(arn);

/** A table for which some regions do not answer. */
const withoutRegions = (regions: readonly string[], rows: readonly Row[] = []) =>
  async function* half({ problem }: CollectRequest) {
    for (const region of regions) problem(`${region}: AWS did not answer.`, region);
    yield rows.filter(({ region }) => !regions.includes(String(region)));
  };

const openWithRules = async (...rules: Parameters<typeof openSampleAccount>[2] & object) => {
  const account = await openSampleAccount(world, sql, rules);
  const { db, tenant_id, integration_id } = account;
  return {
    ...account,
    /** The findings of a rule that a scan reports to bots. */
    reportOf: async ({ _id }: { _id: string }, rule_id: string) => {
      const found = await evaluationStore(db, tenant_id).get(integration_id, _id);
      const { opened = 0, resolved = 0 } = found?.rules[rule_id] ?? {};
      return { opened, resolved };
    },
    findingsOf: async (rule_id: string) => {
      const { items } = await account.resourcesOf(rule_id);
      return Object.fromEntries(items.map(({ uid, ...one }) => [uid, one]));
    },
  };
};

describe('a scan that reads no table', () => {
  it('keeps the earlier findings of the account', async () => {
    const account = await openWithRules(tls);
    const { account: tables, compliance, root } = account;
    const first = await account.scan();
    const before = [await account.rowsOf(), await account.resourcesOf(tls.rule_id)];
    for (const table of Object.keys(tables)) tables[table] = 'The role is gone.';
    const second = await account.scanLater(24);
    expect(second).toMatchObject({ state: 'FAILED', cause: expect.stringMatching(/^No table/) });
    expect(second.evaluator_result).toBeUndefined();
    expect([await account.rowsOf(), await account.resourcesOf(tls.rule_id)]).toEqual(before);
    const summary = await compliance.getComplianceSummary(root, {});
    expect(summary).toMatchObject({ run_errors: 0, newest_at: first.created_at });
    const period = { start_date: '2020-01-01', end_date: '2030-01-01' };
    const { items: days } = await compliance.getComplianceHistory(root, period);
    expect(days.map(({ day }) => day)).toEqual([first.created_at.slice(0, 10)]);
  });
});

describe('a scan that reads only a part of a table', () => {
  it('does not report missing trails if their regions do not answer', async () => {
    const account = await openWithRules(trails);
    const { account: tables } = account;
    const all = awsProduction.aws_cloudtrail_trail ?? [];
    const regions = [...new Set(all.map(({ region }) => String(region)))];
    await account.scan();
    const { counts } = (await account.rowOf(trails.rule_id)) ?? {};
    expect(counts).toMatchObject({ alarm: 0, ok: 1 });
    tables.aws_cloudtrail_trail = withoutRegions(regions, all);
    const partialScan = await account.scanLater(1);
    expect(await account.reportOf(partialScan, trails.rule_id)).toEqual({ opened: 0, resolved: 0 });
    const [region = ''] = regions;
    expect(await account.rowOf(trails.rule_id)).toMatchObject({
      counts: { alarm: 1 },
      incomplete: [
        {
          alias: 'Sample AWS production',
          problem:
            'The table aws_cloudtrail_trail was only partially read. ' +
            `${region}: AWS did not answer.`,
        },
      ],
    });
    const nextScan = await account.scanLater(1);
    expect(await account.reportOf(nextScan, trails.rule_id)).toEqual({ opened: 0, resolved: 0 });
    tables.aws_cloudtrail_trail = all;
    const fullScan = await account.scanLater(1);
    expect(await account.reportOf(fullScan, trails.rule_id)).toEqual({ opened: 0, resolved: 0 });
    expect(await account.rowOf(trails.rule_id)).toMatchObject({ incomplete: [] });
    tables.aws_cloudtrail_trail = withoutRegions(regions, all);
    await account.scanLater(1);
    // Held-back findings are reported once everything is read, if they still hold.
    tables.aws_cloudtrail_trail = [];
    const emptyScan = await account.scanLater(1);
    expect(await account.reportOf(emptyScan, trails.rule_id)).toEqual({ opened: 1, resolved: 0 });
  });

  it('keeps the earlier findings of the unread region only', async () => {
    const account = await openWithRules(versioned);
    const { account: tables } = account;
    const [near, gone, far, fresh] = ['near', 'gone', 'far', 'fresh'].map((name) =>
      bucketIn(name === 'far' ? 'me-south-1' : 'eu-west-1', name),
    ) as [Row, Row, Row, Row];
    tables.aws_s3_bucket = [near, gone, far];
    const first = await account.scan();
    tables.aws_s3_bucket = withoutRegions(['me-south-1'], [near, far, fresh]);
    const partialScan = await account.scanLater(1);
    expect(await account.reportOf(partialScan, versioned.rule_id)).toEqual({
      opened: 1,
      resolved: 1,
    });
    const findings = await account.findingsOf(versioned.rule_id);
    expect(Object.keys(findings).sort()).toEqual([far, fresh, near].map(arnOf));
    const seenTimes = { first_seen: first.created_at, last_seen: first.created_at };
    expect(findings[arnOf(far)]).toMatchObject({ criticality: 'alarm', ...seenTimes });
    tables.aws_s3_bucket = [near, far, fresh];
    const fullScan = await account.scanLater(1);
    expect(await account.reportOf(fullScan, versioned.rule_id)).toEqual({ opened: 0, resolved: 0 });
    expect((await account.findingsOf(versioned.rule_id))[arnOf(far)]).toMatchObject({
      first_seen: first.created_at,
      last_seen: fullScan.created_at,
    });
  });

  it('is complete despite closed regions, whose earlier findings stay', async () => {
    const account = await openWithRules(versioned);
    const { account: tables, inventory, root } = account;
    const [near, far] = ['near', 'far'].map((name) =>
      bucketIn(name === 'far' ? 'me-south-1' : 'eu-west-1', name),
    ) as [Row, Row];
    const reason = 'A policy of the AWS organization denies s3:ListAllMyBuckets in me-south-1.';
    const withClosedRegion = async function* open({ closed }: CollectRequest) {
      closed(reason, 'me-south-1');
      yield [near];
    };
    tables.aws_s3_bucket = withClosedRegion;
    const first = await account.scan();
    expect(first).toMatchObject({ state: 'SUCCEEDED', partial: false });
    expect(first.events).toContainEqual(
      expect.objectContaining({ event_type: 'COLLECTED', event_details: `1 resource. ${reason}` }),
    );
    expect(await account.rowOf(versioned.rule_id)).toMatchObject({ incomplete: [] });
    const { sources } = await inventory.searchResources(root, {
      resource_type: 'aws_s3_bucket',
      match: { all: [] },
      number_of_items: 10,
    });
    expect(sources).toMatchObject([{ state: 'collected', problems: [] }, {}]);
    // Findings of a region from before it was closed are kept, with the reason.
    tables.aws_s3_bucket = [near, far];
    await account.scanLater(1);
    tables.aws_s3_bucket = withClosedRegion;
    const laterScan = await account.scanLater(1);
    expect(await account.reportOf(laterScan, versioned.rule_id)).toEqual({
      opened: 0,
      resolved: 0,
    });
    expect(Object.keys(await account.findingsOf(versioned.rule_id))).toContain(arnOf(far));
    expect(await account.rowOf(versioned.rule_id)).toMatchObject({
      incomplete: [{ problem: `The table aws_s3_bucket was only partially read. ${reason}` }],
    });
  });

  it('keeps the finding of a bucket that was left out, but no other findings', async () => {
    const account = await openWithRules(versioned);
    const { account: tables } = account;
    const [shut, gone, fresh] = ['shut', 'gone', 'fresh'].map((name) =>
      bucketIn('eu-west-1', name),
    ) as [Row, Row, Row];
    tables.aws_s3_bucket = [shut, gone];
    await account.scan();
    tables.aws_s3_bucket = async function* half({ problem }) {
      problem('AWS refused s3:GetBucketAcl.', 'eu-west-1', shut);
      yield [fresh];
    };
    const partialScan = await account.scanLater(1);
    expect(await account.reportOf(partialScan, versioned.rule_id)).toEqual({
      opened: 1,
      resolved: 1,
    });
    expect(Object.keys(await account.findingsOf(versioned.rule_id)).sort()).toEqual(
      [fresh, shut].map(arnOf),
    );
  });

  it.each([
    ['after a comma', 'aws_account a, aws_s3_bucket'],
    ['quoted', 'aws_account a cross join "aws_s3_bucket"'],
    ['with its schema', 'aws_account a cross join public.aws_s3_bucket'],
    ['in other case', 'aws_account a cross join AWS_S3_Bucket'],
  ])('recognises a partly read table that a rule names %s', async (_, from) => {
    const rule = {
      ...versioned,
      sql: `select b.arn as resource, 'alarm' as status, b.name as reason, b.region, b.account_id
        from ${from} b`,
    };
    const account = await openWithRules(rule);
    const { account: tables } = account;
    const far = bucketIn('me-south-1', 'far');
    tables.aws_s3_bucket = [far];
    await account.scan();
    tables.aws_s3_bucket = withoutRegions(['me-south-1']);
    const partialScan = await account.scanLater(1);
    expect(await account.reportOf(partialScan, rule.rule_id)).toEqual({ opened: 0, resolved: 0 });
    expect(Object.keys(await account.findingsOf(rule.rule_id))).toEqual([arnOf(far)]);
    tables.aws_s3_bucket = 'The role may not call s3:ListAllMyBuckets.';
    await account.scanLater(1);
    const { run_errors } = (await account.rowOf(rule.rule_id)) ?? {};
    expect(run_errors).toMatchObject([
      { message: expect.stringMatching(/^The table aws_s3_bucket could not be read/) },
    ]);
  });

  it('does not report missing trails if the trail was left out', async () => {
    const account = await openWithRules(trails);
    const { account: tables } = account;
    const all = awsProduction.aws_cloudtrail_trail ?? [];
    await account.scan();
    tables.aws_cloudtrail_trail = async function* half({ problem }) {
      for (const row of all) problem('AWS refused it.', String(row.region), row);
      yield [];
    };
    for (const _ of [1, 2]) {
      const partialScan = await account.scanLater(1);
      expect(await account.reportOf(partialScan, trails.rule_id)).toEqual({
        opened: 0,
        resolved: 0,
      });
    }
  });

  it('keeps all findings if the missing part is unknown', async () => {
    const account = await openWithRules(versioned);
    const { account: tables } = account;
    const both = [bucketIn('eu-west-1', 'one'), bucketIn('eu-west-1', 'other')];
    tables.aws_s3_bucket = both;
    await account.scan();
    tables.aws_s3_bucket = async function* broken({ problem }) {
      yield both.slice(0, 1);
      problem('The answer ended too soon.');
    };
    const partialScan = await account.scanLater(1);
    expect(await account.reportOf(partialScan, versioned.rule_id)).toEqual({
      opened: 0,
      resolved: 0,
    });
    expect(Object.keys(await account.findingsOf(versioned.rule_id))).toEqual(both.map(arnOf));
  });
});

describe('the trend of compliance', () => {
  it('ignores accounts that were scanned for the first time', async () => {
    const account = await openWithRules(versioned);
    const { compliance, inventory, root } = account;
    await account.scan();
    await account.scanLater(24);
    const { total_resources } = await compliance.getComplianceSummary(root, {});
    const integration_id = sampleId('aws-sandbox');
    await inventory.startInventoryExecution(root, { integration_id });
    await account.idle();
    expect(await compliance.getComplianceSummary(root, {})).toMatchObject({
      integrations: 2,
      total_resources: 2 * total_resources,
      previous_total_resources: 2 * total_resources,
    });
    const accountSummary = await compliance.getComplianceSummary(root, { integration_id });
    expect(accountSummary.previous_total_resources).toBeUndefined();
  });

  it('ignores rules that had never been able to run', async () => {
    const account = await openWithRules(versioned, tls);
    const { compliance, root, account: tables } = account;
    const all = awsProduction.aws_s3_bucket ?? [];
    tables.aws_s3_bucket = 'The role may not call s3:ListAllMyBuckets.';
    await account.scan();
    tables.aws_s3_bucket = all;
    await account.scanLater(1);
    const summary = await compliance.getComplianceSummary(root, {});
    expect(summary.total_resources).toBe(2 * all.length);
    expect(summary.previous_total_resources).toBeUndefined();
  });
});

describe('the filter for obscure rules', () => {
  it('includes a rule that cannot judge a resource', async () => {
    const unsure = {
      ...versioned,
      sql: versioned.sql.replaceAll("'alarm'", "'error'"),
    };
    const account = await openWithRules(unsure, tls);
    const { compliance, root, rowsOf, account: tables } = account;
    tables.aws_s3_bucket = [bucketIn('eu-west-1', 'one')];
    await account.scan();
    const { items } = await rowsOf({ run_error: true });
    expect(items.map(({ rule_id }) => rule_id)).toEqual([versioned.rule_id]);
    const summary = await compliance.getComplianceSummary(root, {});
    expect(summary).toMatchObject({ run_errors: 1, criticality: { error: { count: 1 } } });
    const filter = { benchmark: versioned.frameworks[0]?.benchmark, run_error: true };
    const { items: lines } = await compliance.exportCompliance(root, filter);
    expect(lines.map(({ ResourceId }) => ResourceId)).toEqual(['arn:aws:s3:::one']);
  });
});
