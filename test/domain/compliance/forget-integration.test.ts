import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  complianceDayStore,
  evaluationStore,
} from '#lib/domain/compliance/evaluations/evaluation.store.ts';
import type { NewException } from '#lib/domain/compliance/exceptions/exception.schema.ts';
import { rules } from '#lib/domain/compliance/rules.ts';
import { forgetIntegration } from '#lib/forget-integration.ts';
import { awsProduction } from '#lib/engine/collectors/sample/aws-production.ts';
import { openSharedSql } from '#test/support/reused-sql.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openScans } from '../inventory/scan-scene.ts';

const world = openTestDatabase();
const sql = openSharedSql();
afterAll(() => sql.close());

const s3Rules = rules.filter(({ service }) => service === 'S3');

const countItems = async (values: AsyncIterable<unknown>): Promise<number> => {
  let count = 0;
  for await (const _ of values) count += 1;
  return count;
};

/** An account that was scanned on two days and has a schedule. */
const openScanned = async () => {
  const scene = await openScans(world, { sql, rules: s3Rules, sample: 'aws-production' });
  const { db, tenant_id, integration_id, root } = scene;
  Object.assign(scene.account, awsProduction);
  const settings = { integration_id, tz_info: 'UTC', compliance_checks: [] };
  await scene.inventory.createInventorySchedule(root, {
    ...settings,
    cron_expression: '0 3 * * *',
  });
  await scene.scan();
  scene.time.now += 24 * 3600_000;
  await scene.scan();
  const filesOf = () =>
    readdirSync(join(world.folder, 'files', tenant_id), { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map(({ name }) => name);
  const countRemaining = async () => ({
    files: filesOf().length,
    shown: (await scene.latestSnapshot()) !== undefined,
    evaluations: (await evaluationStore(db, tenant_id).of(integration_id)).length,
    days: (await complianceDayStore(db, tenant_id).between('2020', '2030')).length,
    schedules: await countItems(scene.scheduler.list('inventory')),
  });
  const remove = () => scene.integrations.deleteIntegration(root, { accountId: integration_id });
  return { ...scene, countRemaining, remove };
};

const nothing = { files: 0, shown: false, evaluations: 0, days: 0, schedules: 0 };

describe('an integration that is deleted', () => {
  it('leaves no rows, no findings, no history and no schedule', async () => {
    const { countRemaining, remove } = await openScanned();
    const counts = await countRemaining();
    expect(counts).toMatchObject({ shown: true, evaluations: 2, days: 2, schedules: 1 });
    expect(counts.files).toBeGreaterThan(20);
    await remove();
    expect(await countRemaining()).toEqual(nothing);
  });

  it('leaves no exceptions that cover only this integration', async () => {
    const { compliance, root, integration_id, remove } = await openScanned();
    const rule_id = 'aws-s3-bucket-blocks-public-access';
    const terms = { rule_id, reason: 'It is a sample.', owner: 'Cloud team' };
    const except = (scope: NewException['scope']) =>
      compliance.createException(root, { ...terms, scope });
    await except({ kind: 'integration', integration_id });
    await except({ kind: 'resource', integration_id, resource: 'arn:aws:s3:::sample-backups' });
    const { _id: tagExceptionId } = await except({ kind: 'tag', key: 'env', value: 'production' });
    await remove();
    const { items } = await compliance.listExceptions(root, { number_of_items: 10 });
    expect(items.map(({ _id }) => _id)).toEqual([tagExceptionId]);
  });

  it.each([0, 30])('is removed by the next attempt after %i removed files', async (fileCount) => {
    const { db, clock, files, scheduler, tenant_id, integration_id, countRemaining, remove } =
      await openScanned();
    let removedCount = 0;
    const dying = {
      remove: async (key: string) => {
        if (removedCount === fileCount) throw new Error('The process died.');
        removedCount += 1;
        await files.remove(key);
      },
    };
    const first = forgetIntegration({ db, clock, scheduler, files: dying });
    await expect(first(tenant_id, integration_id)).rejects.toThrow('The process died.');
    expect((await countRemaining()).files).toBeGreaterThan(0);
    await remove();
    expect(await countRemaining()).toEqual(nothing);
  });

  it('keeps nothing of a scan that runs during the deletion', async () => {
    const scene = await openScanned();
    const { before, inventory, integration_id, root, countRemaining, remove, idle } = scene;
    before.step = async (name) => {
      if (name === 'publish') await remove();
    };
    const { _id: execution_id } = await inventory.startInventoryExecution(root, { integration_id });
    await idle();
    expect(await inventory.getInventoryExecution(root, { execution_id })).toMatchObject({
      state: 'FAILED',
      cause: 'The integration was deleted while it was scanned. Nothing of the scan is kept.',
    });
    expect(await countRemaining()).toEqual(nothing);
  });
});
