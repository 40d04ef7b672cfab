import { evaluationStore } from '#lib/domain/compliance/evaluations/evaluation.store.ts';
import { isExcepted } from '#lib/domain/compliance/exceptions/exception.rules.ts';
import { readValidExceptions } from '#lib/domain/compliance/exceptions/valid-exceptions.service.ts';
import type { NewException } from '#lib/domain/compliance/exceptions/exception.schema.ts';
import type { Rule } from '#lib/domain/compliance/rule.schema.ts';
import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';
import { awsProduction } from '#lib/engine/collectors/sample/aws-production.ts';
import { openSharedSql } from '#test/support/reused-sql.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { person } from '#test/support/people.ts';
import { openSampleAccount, ruleById } from './sample-account.ts';

const world = openTestDatabase();
const sql = openSharedSql();
afterAll(() => sql.close());

const versioned = 'aws-s3-versioned';
const benchmark = ruleById(versioned).frameworks[0]?.benchmark;
const reason = 'Holds nothing but caches.';
const terms = { reason, owner: 'Storage team' };
const page = { number_of_items: 100 };

/** An account in which all buckets break a rule; the first has a tag. */
const openBuckets = async (...otherRules: Rule[]) => {
  const account = await openSampleAccount(world, sql, [ruleById(versioned), ...otherRules]);
  const buckets: Row[] = (awsProduction.aws_s3_bucket ?? []).map((bucket, at) => ({
    ...bucket,
    versioning_enabled: false,
    tags: at === 0 ? { use: 'cache' } : { use: 'Cache' },
  }));
  account.account.aws_s3_bucket = buckets;
  await account.scan();
  const { compliance, root, integration_id } = account;
  const resource = String(buckets[0]?.arn);
  const except = (scope: NewException['scope'], overrides: object = {}) =>
    compliance.createException(root, { ...terms, rule_id: versioned, scope, ...overrides });
  return {
    ...account,
    all: buckets.length,
    resource,
    except,
    exceptOne: (overrides: object = {}) =>
      except({ kind: 'resource', integration_id, resource }, overrides),
    /** The number of alarms, which must be the same everywhere. */
    alarms: async () => {
      const { criticality } = await compliance.getComplianceSummary(root, {});
      const row = await account.rowOf(versioned);
      const { items } = await account.resourcesOf(versioned);
      const day = new Date(account.time.now).toISOString().slice(0, 10);
      const period = { start_date: '2020-01-01', end_date: day };
      const { items: days } = await compliance.getComplianceHistory(root, period);
      const csv = await compliance.exportCompliance(root, { benchmark });
      return new Set([
        criticality.alarm.resource_count,
        row?.counts.alarm,
        items.filter((one) => one.criticality === 'alarm').length,
        csv.items.filter((one) => one.Criticality === 'Critical').length,
        days.at(-1)?.counts.alarm,
      ]);
    },
  };
};

describe('an exception', () => {
  it('skips a resource everywhere from the moment of its creation', async () => {
    const { alarms, all, exceptOne, resourcesOf, compliance, root, ...account } =
      await openBuckets();
    const { resource, integration_id } = account;
    expect(await alarms()).toEqual(new Set([all]));
    const exception = await exceptOne({ expires_on: '2026-12-31' });
    expect(exception).toMatchObject({ rule_title: ruleById(versioned).title, expired: false });
    expect(await alarms()).toEqual(new Set([all - 1]));
    const { items } = await resourcesOf(versioned);
    expect(items.find(({ uid }) => uid === resource)).toMatchObject({
      criticality: 'skip',
      details: reason,
      exception: { ...terms, _id: exception._id, expires_on: '2026-12-31', instead_of: 'alarm' },
    });
    const { criticality } = await compliance.getComplianceSummary(root, {});
    expect(criticality.skip).toMatchObject({ count: 1, resource_count: 1 });
    const findings = await compliance.listResourceViolations(root, {
      integration_id,
      resource_type: 'aws_s3_bucket',
      resource,
    });
    expect(findings.alarm).toEqual([]);
    const resources = [{ integration_id, resource }];
    const counts = await compliance.countResourceViolations(root, { resources });
    expect(counts.items).toMatchObject([{ critical: 0 }]);
    expect(findings.skip).toMatchObject([{ details: reason, exception: terms }]);
    const csv = await compliance.exportCompliance(root, { benchmark, criticality: 'skip' });
    expect(csv.items).toMatchObject([{ ResourceId: resource, Details: reason }]);
  });

  it('makes an export start again if the order of its rest changes', async () => {
    // After an exception to the first rule, this one comes before it.
    const otherRule = {
      ...ruleById('aws-s3-tls-only'),
      frameworks: ruleById(versioned).frameworks,
    };
    const { account, compliance, root, scanLater, except, integration_id } =
      await openBuckets(otherRule);
    const [bucket = {}] = awsProduction.aws_s3_bucket ?? [];
    account.aws_s3_bucket = Array.from({ length: 5001 }, (_, index) => ({
      ...bucket,
      name: `b${index}`,
      arn: `arn:aws:s3:::b${index}`,
      versioning_enabled: false,
    }));
    await scanLater(24);
    const { next } = await compliance.exportCompliance(root, { benchmark });
    expect(next).toBeDefined();
    const secondPart = await compliance.exportCompliance(root, { benchmark, next });
    expect(secondPart.items).not.toEqual([]);
    await except({ kind: 'integration', integration_id });
    await expect(compliance.exportCompliance(root, { benchmark, next })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('This list has changed') as string,
    });
  });

  it('applies to later scans and does not change the trend', async () => {
    const { alarms, all, exceptOne, scanLater, compliance, root } = await openBuckets();
    await exceptOne();
    const scan = await scanLater(24);
    expect(scan.evaluator_result?.resources).toMatchObject({ alarm: all - 1, skip: 1 });
    expect(await alarms()).toEqual(new Set([all - 1]));
    const { criticality } = await compliance.getComplianceSummary(root, {});
    expect(criticality.alarm.previous_resource_count).toBe(all - 1);
  });

  it('expires at the end of its last day without another scan', async () => {
    const { alarms, all, exceptOne, time, compliance, root } = await openBuckets();
    const today = new Date(time.now).toISOString().slice(0, 10);
    const { _id } = await exceptOne({ expires_on: today });
    expect(await alarms()).toEqual(new Set([all - 1]));
    time.now += 24 * 3600_000;
    expect(await alarms()).toEqual(new Set([all]));
    const listed = (status?: 'valid' | 'expired') =>
      compliance.listExceptions(root, { ...page, status });
    expect((await listed('valid')).items).toEqual([]);
    expect((await listed('expired')).items).toMatchObject([{ _id, expired: true }]);
    const secondException = await exceptOne();
    expect((await listed()).items.map((one) => one._id)).toEqual([secondException._id, _id]);
    expect(await alarms()).toEqual(new Set([all - 1]));
    const revival = { ...terms, exception_id: _id, revision: 1 };
    await expect(compliance.updateException(root, revival)).rejects.toMatchObject({ status: 409 });
  });

  it('allows its finding to start bots again after its expiry', async () => {
    const { db, tenant_id, integration_id, exceptOne, scanLater, time } = await openBuckets();
    await exceptOne({ expires_on: new Date(time.now).toISOString().slice(0, 10) });
    const openedBy = async (hours: number) => {
      const { _id } = await scanLater(hours);
      const found = await evaluationStore(db, tenant_id).get(integration_id, _id);
      return found?.rules[versioned]?.opened;
    };
    expect(await openedBy(1)).toBeUndefined();
    expect(await openedBy(24)).toBe(1);
    expect(await openedBy(1)).toBeUndefined();
  });

  it('can be changed and deleted; then the resource fails again', async () => {
    const { alarms, all, exceptOne, compliance, root } = await openBuckets();
    const { _id: exception_id, revision } = await exceptOne({ expires_on: '2026-12-31' });
    const change = { exception_id, revision, reason: 'It goes away soon.', owner: 'Me' };
    const changed = await compliance.updateException(root, change);
    expect(changed).toMatchObject({ revision: 2, reason: 'It goes away soon.' });
    expect(changed.expires_on).toBeUndefined();
    await expect(compliance.updateException(root, change)).rejects.toMatchObject({ status: 409 });
    await compliance.deleteException(root, { exception_id });
    expect(await alarms()).toEqual(new Set([all]));
    await expect(compliance.deleteException(root, { exception_id })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('covers resources with exactly its tag value, or all of an integration', async () => {
    const { alarms, all, except, integration_id } = await openBuckets();
    await except({ kind: 'tag', key: 'use', value: 'none' });
    expect(await alarms()).toEqual(new Set([all]));
    await except({ kind: 'tag', key: 'use', value: 'cache' });
    expect(await alarms()).toEqual(new Set([all - 1]));
    await except({ kind: 'integration', integration_id });
    expect(await alarms()).toEqual(new Set([0]));
  });

  it('does not affect resources that pass the rule', async () => {
    const { account, all, except, scan, rowOf, integration_id } = await openBuckets();
    const buckets = awsProduction.aws_s3_bucket ?? [];
    account.aws_s3_bucket = buckets.map((one, at) => ({ ...one, versioning_enabled: at === 0 }));
    await scan();
    await except({ kind: 'integration', integration_id });
    expect((await rowOf(versioned))?.counts).toMatchObject({ ok: 1, skip: all - 1, alarm: 0 });
  });

  it('marks exactly its own findings as accepted', async () => {
    const { exceptOne, db, time, tenant_id, integration_id, resource } = await openBuckets();
    await exceptOne();
    const valid = await readValidExceptions({ db, clock: () => time.now }, tenant_id);
    const finding = { resource, status: 'alarm' as const, reason: '', region: '', account_id: '' };
    const datedFinding = { ...finding, first_seen: '', last_seen: '' };
    const at = { rule_id: versioned, integration_id };
    expect(isExcepted(valid, at, datedFinding)).toBe(true);
    expect(isExcepted(valid, { ...at, integration_id: 'int_other' }, datedFinding)).toBe(false);
    expect(isExcepted(valid, at, { ...datedFinding, resource: 'another' })).toBe(false);
  });
});

describe('creating an exception', () => {
  it('is refused for an unknown rule, integration or organisation', async () => {
    const { compliance, root, integration_id, exceptOne } = await openBuckets();
    const scope = { kind: 'integration' as const, integration_id };
    const input = { ...terms, rule_id: versioned, scope };
    const notFound = { status: 404 };
    const elsewhere = { ...scope, integration_id: 'int_other' };
    const invalidFields = {
      rule_id: { rule_id: 'aws-none' },
      'scope.integration_id': { scope: elsewhere },
    };
    for (const [field, overrides] of Object.entries(invalidFields)) {
      const creation = compliance.createException(root, { ...input, ...overrides });
      await expect(creation).rejects.toMatchObject({ ...notFound, extra: { field } });
    }
    const stranger = person('org_other');
    await expect(compliance.createException(stranger, input)).rejects.toMatchObject(notFound);
    const { _id: exception_id } = await exceptOne();
    const foreign = compliance.getException(stranger, { exception_id });
    await expect(foreign).rejects.toMatchObject(notFound);
    expect((await compliance.listExceptions(stranger, page)).items).toEqual([]);
  });

  it('is refused for a resource that no scan has found', async () => {
    const { except, integration_id, integrations, root } = await openBuckets();
    const unscanned = await integrations.createIntegration(root, {
      cspName: 'kubernetes',
      alias: 'New',
      groups: ['Tests'],
      values: {},
    });
    const misspelt = { kind: 'resource', resource: 'arn:aws:s3:::smaple-backups' } as const;
    for (const id of [integration_id, unscanned.accountId]) {
      await expect(except({ ...misspelt, integration_id: id })).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining('no finding for this resource'),
        extra: { field: 'scope.resource' },
      });
    }
  });

  it('is refused with an end before today or more than a year ahead', async () => {
    const { exceptOne, time } = await openBuckets();
    const dayIn = (days: number) =>
      new Date(time.now + days * 24 * 3600_000).toISOString().slice(0, 10);
    for (const days of [-1, 367]) {
      await expect(exceptOne({ expires_on: dayIn(days) })).rejects.toMatchObject({
        status: 400,
        extra: { field: 'expires_on' },
      });
    }
    expect(await exceptOne({ expires_on: dayIn(366) })).toMatchObject({ expired: false });
  });

  it('is refused for a duplicate, even at the same moment', async () => {
    const { exceptOne, compliance, root } = await openBuckets();
    const attempts = await Promise.allSettled([exceptOne(), exceptOne(), exceptOne()]);
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(exceptOne()).rejects.toMatchObject({ status: 409 });
    expect((await compliance.listExceptions(root, page)).items).toHaveLength(1);
  });
});
