import { integrationStore } from '#lib/domain/integrations/integration.store.ts';
import { newScanSchedule } from '#lib/domain/inventory/schedules/scan-schedule.schema.ts';
import { scanScheduleId } from '#lib/domain/inventory/schedules/scan-schedule.store.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openScans } from './scan-scene.ts';

const world = openTestDatabase();

const nightly = { cron_expression: '30 2 * * *', tz_info: 'Europe/Berlin' };
const page = { number_of_items: 10 };

type ScanScene = Awaited<ReturnType<typeof openScans>>;

const schedule = ({ inventory, root, integration_id }: ScanScene, fields: object = {}) =>
  inventory.createInventorySchedule(
    root,
    newScanSchedule.parse({ integration_id, ...nightly, ...fields }),
  );

const listScheduleIds = async ({ scheduler }: ScanScene): Promise<string[]> => {
  const ids: string[] = [];
  for await (const { id } of scheduler.list('inventory')) ids.push(id);
  return ids;
};

const tickOf = ({ tenant_id, integration_id }: ScanScene, scheduled_time: string) => ({
  kind: 'inventory' as const,
  tenant_id,
  id: scanScheduleId(integration_id),
  ...nightly,
  scheduled_time,
});

describe('the scan schedule of an integration', () => {
  it('is registered with the scheduler and shows when the next scan begins', async () => {
    const scene = await openScans(world);
    const created = await schedule(scene, { compliance_checks: ['CIS', 'CIS', 'NSA'] });
    expect(created).toMatchObject({
      integration_id: scene.integration_id,
      compliance_checks: ['CIS', 'NSA'],
      run_at: '2026-09-02T00:30:00.000Z',
    });
    expect(await listScheduleIds(scene)).toEqual([created._id]);
  });

  it('accepts only benchmarks of the integration type', async () => {
    const scene = await openScans(world);
    const creation = schedule(scene, { compliance_checks: ['NSA', 'PCI DSS'] });
    await expect(creation).rejects.toMatchObject({
      status: 400,
      extra: { field: 'compliance_checks' },
      message: 'There is no benchmark "PCI DSS" for this type. Choose from CIS, NSA.',
    });
  });

  it('is refused for an integration that cannot be scanned', async () => {
    const scene = await openScans(world);
    const { db, tenant_id, integration_id } = scene;
    const found = await integrationStore(db, tenant_id).get(integration_id);
    if (!found) throw new Error('There is no integration.');
    await integrationStore(db, tenant_id).revise(found, { cspName: 'gcp' });
    await expect(schedule(scene)).rejects.toMatchObject({
      status: 400,
      extra: { field: 'integration_id' },
      message: expect.stringContaining('This server cannot read accounts of GCP yet.'),
    });
  });

  it('is shown before the integration is deleted', async () => {
    const scene = await openScans(world);
    const { root, integrations, integration_id: accountId } = scene;
    const getUse = () => integrations.getIntegrationUse(root, { accountId });
    expect(await getUse()).toEqual({ items: [], integrations: [] });
    await schedule(scene);
    expect(await getUse()).toEqual({ items: [], integrations: [], scan: nightly });
  });

  it('is replaced by a new schedule', async () => {
    const scene = await openScans(world);
    const first = await schedule(scene);
    const second = await schedule(scene, { cron_expression: '0 */12 * * *' });
    expect(second._id).toBe(first._id);
    const { items } = await scene.inventory.listInventorySchedules(scene.root, page);
    expect(items.map((one) => one.schedule?.cron_expression)).toEqual(['0 */12 * * *']);
  });

  it('appears in the list of all integrations that can be scanned', async () => {
    const scene = await openScans(world);
    const { inventory, root, integration_id } = scene;
    await inventory.addSampleEstate(root, {});
    await schedule(scene);
    const list = async (filter: object) =>
      (await inventory.listInventorySchedules(root, { ...page, ...filter })).items;
    expect(await list({})).toHaveLength(6);
    expect((await list({ status: 'enabled' })).map(({ accountId }) => accountId)).toEqual([
      integration_id,
    ]);
    expect(await list({ status: 'disabled' })).toHaveLength(5);
    expect(await list({ integrationType: ['gcp', 'azure'] })).toHaveLength(2);
    expect(await list({ alias: 'sample aws' })).toHaveLength(2);
    expect(await list({ accountId: integration_id })).toHaveLength(1);
  });

  it.each([
    ['more often than every 6 hours', { cron_expression: '0 * * * *' }, 'every 6 hours at most'],
    ['without a valid cron expression', { cron_expression: 'daily' }, 'cron_expression'],
    ['in an unknown time zone', { tz_info: 'Mars/Base' }, "There is no time zone 'Mars/Base'."],
  ])('is refused %s', async (_, invalidFields, expectedText) => {
    const scene = await openScans(world);
    const refusal = await schedule(scene, invalidFields).catch((error: unknown) => error);
    expect(JSON.stringify({ ...Object(refusal), text: String(refusal) })).toContain(expectedText);
    expect(refusal).toMatchObject({ status: 400 });
    expect(await listScheduleIds(scene)).toEqual([]);
  });

  it('starts one scan per tick, even if the tick arrives twice', async () => {
    const scene = await openScans(world);
    Object.assign(scene.account, { aws_account: [{ title: 'Main' }] });
    await schedule(scene, { compliance_checks: ['CIS'] });
    const tick = tickOf(scene, '2026-03-02T01:30:00Z');
    expect(await scene.tick(tick)).toBe('started');
    await scene.idle();
    expect(await scene.tick(tick)).toBe('started');
    await scene.idle();
    const { items } = await scene.inventory.listInventoryExecutions(scene.root, page);
    expect(items).toMatchObject([
      { state: 'SUCCEEDED', compliance_checks: ['CIS'], inventory_schedule_id: tick.id },
    ]);
    expect((await scene.scan()).state).toBe('SUCCEEDED');
  });

  it('skips a tick while a scan is under way', async () => {
    const scene = await openScans(world);
    scene.account.aws_account = [{ title: 'Main' }];
    await schedule(scene);
    const { inventory, root, integration_id } = scene;
    await inventory.startInventoryExecution(root, { integration_id });
    const tick = tickOf(scene, '2026-03-02T01:30:00Z');
    expect(await scene.tick(tick)).toBe('skipped');
    await scene.idle();
    const { items } = await scene.inventory.listInventoryExecutions(scene.root, page);
    expect(items.filter((one) => one.inventory_schedule_id === tick.id)).toMatchObject([
      {
        state: 'FAILED',
        cause: 'The scan did not start, because another scan of this integration was under way.',
      },
    ]);
  });

  it('stops when it or its integration is deleted', async () => {
    const scene = await openScans(world);
    const { inventory, root, integration_id } = scene;
    const { _id: schedule_id } = await schedule(scene);
    const ended = await inventory.deleteInventorySchedule(root, { schedule_id });
    expect(ended).toEqual({ integration_id });
    expect(await listScheduleIds(scene)).toEqual([]);
    await expect(inventory.deleteInventorySchedule(root, { schedule_id })).rejects.toMatchObject({
      status: 404,
    });
    await schedule(scene);
    await scene.integrations.deleteIntegration(root, { accountId: integration_id });
    const tick = tickOf(scene, '2026-03-02T01:30:00Z');
    expect([await scene.tick(tick), await scene.tick(tick)]).toEqual(['ignored', 'ignored']);
  });
});
