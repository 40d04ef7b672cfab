import { once } from 'node:events';
import { openTestDatabase } from '#test/support/database.ts';
import { neverReturns } from '#test/support/state-machine.ts';
import { sampleNames } from '#lib/domain/inventory/samples/sample.rules.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { scanStore } from '#lib/domain/inventory/scans/scan.store.ts';
import { newScan } from '#lib/domain/inventory/scans/new-scan.rules.ts';
import { snapshotStore } from '#lib/domain/inventory/snapshots/snapshot.store.ts';
import { inventoryDayStore } from '#lib/domain/inventory/history/inventory-day.store.ts';
import { topResources } from '#lib/domain/dashboards/sources/inventory-widgets.rules.ts';
import { openScans } from './scan-scene.ts';

const buckets = [{ name: 'invoices' }, { name: 'backups' }];

const world = openTestDatabase();

describe('a scan', () => {
  it('reads each table, shows the rows and logs its events', async () => {
    const scene = await openScans(world);
    Object.assign(scene.account, { aws_s3_bucket: buckets, aws_account: [{ title: 'Main' }] });
    const ended = await scene.scan();
    expect(ended).toMatchObject({
      state: 'SUCCEEDED',
      rows: 3,
      partial: false,
      progress: { done: 2, planned: 2 },
      started_by: scene.root.name,
    });
    expect(await scene.rows('aws_s3_bucket')).toEqual(buckets);
    const log = ended.events.map(({ event_type, event_details }) => [event_type, event_details]);
    expect(log).toEqual([
      ['STARTED', `The scan of "${ended.alias}" began. It reads 2 tables.`],
      ['COLLECTED', '2 resources.'],
      ['COLLECTED', '1 resource.'],
      ['SUCCEEDED', '3 resources.'],
    ]);
  });

  it('shows who started it by name or, if that user is gone, by address', async () => {
    const { db, tenant_id, root, inventory, integration_id } = await openScans(world);
    const removedUser = 'gone@example.com';
    const scanFields = {
      integration_id,
      integration_type: 'kubernetes',
      alias: 'Production',
    } as const;
    const ids = await Promise.all(
      [root.user_id, removedUser, undefined].map(async (started_by) => {
        const scan = newScan({ ...scanFields, ...(started_by && { started_by }) }, 0);
        await scanStore(db, tenant_id).create(scan);
        return scan._id;
      }),
    );
    const { items } = await inventory.listInventoryExecutions(root, { number_of_items: 9 });
    const byId = new Map(items.map(({ _id, started_by }) => [_id, started_by]));
    expect(ids.map((id) => byId.get(id))).toEqual([root.name, removedUser, undefined]);
    const [execution_id = ''] = ids;
    const { started_by } = await inventory.getInventoryExecution(root, { execution_id });
    expect(started_by).toBe(root.name);
  });

  it('sends its progress to open pages', async () => {
    const scene = await openScans(world);
    Object.assign(scene.account, { aws_s3_bucket: buckets });
    await scene.scan();
    const messages = scene.frames.map((text) => JSON.parse(text).message ?? JSON.parse(text));
    const steps = messages.map((frame) => [frame.state, frame.done, frame.planned]);
    expect(steps).toEqual([
      ['IN_PROGRESS', 0, 1],
      ['IN_PROGRESS', 1, 1],
      ['SUCCEEDED', 1, 1],
    ]);
  });

  it('stores rows in files of 5,000', async () => {
    const scene = await openScans(world);
    const many = Array.from({ length: 12_001 }, (_, index) => ({ name: `bucket-${index}` }));
    Object.assign(scene.account, { aws_s3_bucket: many });
    await scene.scan();
    expect((await scene.latestSnapshot())?.tables.aws_s3_bucket).toMatchObject({
      rows: 12_001,
      chunks: 3,
    });
    expect(await scene.rows('aws_s3_bucket')).toEqual(many);
  });

  it('continues where a table cannot be read, and keeps its previous rows', async () => {
    const scene = await openScans(world);
    Object.assign(scene.account, { aws_s3_bucket: buckets, aws_account: [{ title: 'Main' }] });
    await scene.scan();
    scene.account.aws_s3_bucket = 'The role may not call s3:ListAllMyBuckets.';
    const second = await scene.scan();
    expect(second).toMatchObject({ state: 'SUCCEEDED', partial: true });
    expect(second.events).toContainEqual(
      expect.objectContaining({
        event_type: 'FAILED',
        event_name: 'aws_s3_bucket',
        event_details: '0 resources. The role may not call s3:ListAllMyBuckets.',
      }),
    );
    expect(await scene.rows('aws_s3_bucket')).toEqual(buckets);
    expect((await scene.latestSnapshot())?.tables.aws_s3_bucket).toMatchObject({
      state: 'failed',
      problems: [
        'The role may not call s3:ListAllMyBuckets.',
        'These are the resources of the previous scan.',
      ],
    });
  });

  it('does not count resources that cannot have tags as untagged', async () => {
    const scene = await openScans(world);
    Object.assign(scene.account, { aws_s3_bucket: buckets, aws_account: [{ title: 'Main' }] });
    await scene.scan();
    const found = await snapshotStore(scene.db, scene.tenant_id).get(scene.integration_id);
    expect(found?.latest?.tables.aws_account).toMatchObject({ rows: 1, untaggable: true });
    const { parts } = topResources(found ? [found] : [], 'without_tag') as { parts: unknown };
    expect(parts).toMatchObject([{ name: 'S3 Bucket', value: buckets.length }]);
  });

  it('keeps the rows of regions that could be read', async () => {
    const scene = await openScans(world);
    scene.account.aws_ec2_instance = async function* half({ problem }) {
      yield [{ instance_id: 'i-1' }];
      problem('me-south-1 did not answer.');
    };
    await scene.scan();
    expect((await scene.latestSnapshot())?.tables.aws_ec2_instance).toMatchObject({
      state: 'partial',
      rows: 1,
      problems: ['me-south-1 did not answer.'],
    });
  });

  it('names unread resources: three per region in text, and all if they are few', async () => {
    const scene = await openScans(world);
    const arn = (name: string) => `arn:aws:s3:::${name}`;
    const many = Array.from({ length: 30 }, (_, number) => `many-${number}`);
    scene.account.aws_s3_bucket = async function* half({ problem }) {
      yield [{ arn: arn('read') }];
      const reportUnread = (region: string, name: string) =>
        problem(`Not every resource in ${region} could be read.`, region, { arn: arn(name) });
      for (const name of ['a', 'b', 'c', 'd']) reportUnread('eu-west-1', name);
      reportUnread('eu-west-2', 'e');
      problem('eu-west-2: AWS did not answer.', 'eu-west-2');
      for (const name of many) reportUnread('eu-west-3', name);
    };
    await scene.scan();
    const names = 'arn:aws:s3:::many-0, arn:aws:s3:::many-1, arn:aws:s3:::many-2 and 27 more.';
    expect((await scene.latestSnapshot())?.tables.aws_s3_bucket).toMatchObject({
      state: 'partial',
      rows: 1,
      problems: [
        'Not every resource in eu-west-1 could be read. ' +
          'Left out: arn:aws:s3:::a, arn:aws:s3:::b, arn:aws:s3:::c and 1 more.',
        'Not every resource in eu-west-2 could be read. Left out: arn:aws:s3:::e.',
        'eu-west-2: AWS did not answer.',
        `Not every resource in eu-west-3 could be read. Left out: ${names}`,
      ],
      unread_regions: ['eu-west-1', 'eu-west-2', 'eu-west-3'],
      left_out: { 'eu-west-1': ['a', 'b', 'c', 'd'].map(arn) },
    });
  });

  it('logs a defect of a collector, and hides its message from people', async () => {
    const scene = await openScans(world);
    scene.account.aws_account = () => {
      throw new TypeError('secret of the account');
    };
    const ended = await scene.scan();
    expect(ended).toMatchObject({ state: 'FAILED' });
    expect(ended.cause).toBe(
      'No table could be read. ' +
        'This table could not be read because of an internal error, which is logged.',
    );
    expect(scene.lines.join('')).toContain('A table could not be collected.');
    expect(scene.lines.join('')).not.toContain('secret of the account');
  });

  it('keeps the earlier snapshot and its date where nothing could be read', async () => {
    const scene = await openScans(world);
    const reason = 'The role is gone.';
    scene.account.aws_s3_bucket = reason;
    await scene.scan();
    expect(await scene.latestSnapshot()).toBeUndefined();
    scene.account.aws_s3_bucket = buckets;
    const firstScan = await scene.scan();
    scene.account.aws_s3_bucket = reason;
    scene.time.now += 24 * 3600_000;
    expect(await scene.scan()).toMatchObject({ state: 'FAILED' });
    expect(await scene.rows('aws_s3_bucket')).toEqual(buckets);
    expect(await scene.latestSnapshot()).toMatchObject({
      collected_at: firstScan.created_at,
      tables: {
        aws_s3_bucket: { problems: [reason, 'These are the resources of the previous scan.'] },
      },
    });
    const days = { from: '2000-01-01', to: '2100-01-01' };
    const { db, tenant_id } = scene;
    const storedDays = await inventoryDayStore(db, tenant_id).between(days.from, days.to);
    expect(storedDays.map(({ day }) => day)).toEqual([firstScan.created_at.slice(0, 10)]);
  });

  it('keeps earlier rows of a table that exceeded its time limit', async () => {
    const { account, scan, times, db, tenant_id, integration_id } = await openScans(world);
    account.aws_s3_bucket = buckets;
    await scan();
    account.aws_account = [{ account_id: '1', title: 'Production' }];
    account.aws_s3_bucket = async function* throttled({ signal }) {
      if (!signal.aborted) await once(signal, 'abort');
      yield* [];
    };
    times.table = 50;
    await scan();
    const { latest } = (await snapshotStore(db, tenant_id).get(integration_id)) ?? {};
    expect(latest?.tables.aws_s3_bucket?.rows).toBe(buckets.length);
  });

  it('is refused while another scan of the integration runs', async () => {
    const scene = await openScans(world);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    scene.account.aws_s3_bucket = async function* slow() {
      await released;
      yield buckets;
    };
    const first = scene.scan();
    const { integration_id, root } = scene;
    await expect(
      scene.inventory.startInventoryExecution(root, { integration_id }),
    ).rejects.toMatchObject({ status: 409, message: expect.stringContaining('is under way') });
    release();
    expect((await first).state).toBe('SUCCEEDED');
    expect((await scene.scan()).state).toBe('SUCCEEDED');
  });

  it('stops when cancelled, and keeps the earlier rows of unread tables', async () => {
    const scene = await openScans(world);
    Object.assign(scene.account, { aws_account: [{ title: 'Before' }], aws_s3_bucket: buckets });
    await scene.scan();
    scene.time.now += 1000;
    scene.account.aws_account = [{ title: 'After' }];
    scene.account.aws_s3_bucket = async function* endless({ signal }) {
      while (!signal.aborted) {
        yield [{ name: 'new' }];
        await new Promise(setImmediate);
      }
    };
    const { root, inventory, integration_id } = scene;
    const { _id: execution_id } = await inventory.startInventoryExecution(root, { integration_id });
    await inventory.cancelInventoryExecution(root, { execution_id });
    await scene.idle();
    const ended = await inventory.getInventoryExecution(root, { execution_id });
    expect(ended).toMatchObject({
      state: 'FAILED',
      cause: `Cancelled by ${root.name}. The resources collected until then are kept.`,
    });
    expect(ended.events.at(-1)?.event_type).toBe('CANCELLED');
    expect(await scene.rows('aws_s3_bucket')).toEqual(buckets);
    await expect(inventory.cancelInventoryExecution(root, { execution_id })).rejects.toMatchObject({
      status: 409,
    });
  });

  const phases = ['plan', 'collect', 'evaluate', 'publish'];
  it.each(phases)('continues after a kill before "%s"', async (phase) => {
    const scene = await openScans(world);
    Object.assign(scene.account, { aws_s3_bucket: buckets });
    const dies = new Promise<void>((resolve) => {
      scene.before.step = (name) => {
        if (name !== phase) return undefined;
        resolve();
        return neverReturns();
      };
    });
    const { integration_id, root } = scene;
    const { _id: execution_id } = await scene.inventory.startInventoryExecution(root, {
      integration_id,
    });
    await dies;
    expect(await scene.latestSnapshot()).toBeUndefined();
    await scene.restart();
    const ended = await scene.inventory.getInventoryExecution(root, { execution_id });
    expect(ended).toMatchObject({ state: 'SUCCEEDED', rows: 2 });
    expect(await scene.rows('aws_s3_bucket')).toEqual(buckets);
  });

  it('keeps the files of the last two snapshots', async () => {
    const scene = await openScans(world);
    Object.assign(scene.account, { aws_s3_bucket: buckets });
    const { files, tenant_id, integration_id } = scene;
    const keys: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      scene.time.now += 1000;
      const { _id, created_at } = await scene.scan();
      const folder = `${tenant_id}/inventory/${integration_id}/aws_s3_bucket`;
      keys.push(`${folder}/${created_at.slice(0, 10)}/${_id}.0.ndjson.gz`);
    }
    const areStored = await Promise.all(
      keys.map(async (key) => (await files.get(key)) !== undefined),
    );
    expect(areStored).toEqual([false, true, true]);
  });

  it('is started by the sweep if it never began, and fails past its deadline', async () => {
    const scene = await openScans(world);
    Object.assign(scene.account, { aws_s3_bucket: buckets });
    const { db, tenant_id, integration_id, time } = scene;
    const start = { integration_id, integration_type: 'aws', alias: 'Production' } as const;
    const [young, old] = [newScan(start, time.now), newScan(start, time.now - 7 * 3600_000)];
    await scanStore(db, tenant_id).create(young);
    await scanStore(db, tenant_id).create(old);
    time.now += 5 * 60_000;
    await scene.sweep();
    await scene.idle();
    const scans = scanStore(db, tenant_id);
    expect(await scans.get(young._id)).toMatchObject({ state: 'SUCCEEDED' });
    expect(await scans.get(old._id)).toMatchObject({
      state: 'FAILED',
      cause: expect.stringContaining('did not end before its deadline'),
    });
  });

  it('requires an existing integration', async () => {
    const { inventory, root } = await openScans(world);
    const request = { integration_id: timedId('int', 1) };
    await expect(inventory.startInventoryExecution(root, request)).rejects.toMatchObject({
      status: 404,
      extra: { field: 'integration_id' },
    });
  });
});

describe('an integration that is deleted during its scan', () => {
  it('ends the scan as failed, and keeps nothing of it', async () => {
    const scene = await openScans(world);
    const { files, integrations, inventory, integration_id, root, tenant_id } = scene;
    scene.account.aws_s3_bucket = async function* deleted() {
      yield buckets;
      await snapshotStore(scene.db, tenant_id).delete(integration_id);
    };
    const { _id: execution_id } = await inventory.startInventoryExecution(root, { integration_id });
    await scene.idle();
    const ended = await inventory.getInventoryExecution(root, { execution_id });
    expect(ended).toMatchObject({
      state: 'FAILED',
      cause: 'The integration was deleted while it was scanned. Nothing of the scan is kept.',
    });
    const day = ended.created_at.slice(0, 10);
    const folder = `${tenant_id}/inventory/${integration_id}/aws_s3_bucket/${day}`;
    expect(await files.get(`${folder}/${execution_id}.0.ndjson.gz`)).toBeUndefined();
    await integrations.deleteIntegration(root, { accountId: integration_id });
  });
});

describe('the sample estate', () => {
  it('is added once, can be scheduled, and is removed completely', async () => {
    const scene = await openScans(world);
    const { root, inventory } = scene;
    const first = await inventory.addSampleEstate(root, {});
    expect(await inventory.addSampleEstate(root, {})).toEqual(first);
    const { items } = await scene.integrations.listIntegrations(root, { number_of_items: 20 });
    expect(
      items
        .filter(({ sample }) => sample)
        .map(({ sample }) => sample)
        .sort(),
    ).toEqual([...sampleNames].sort());
    const [first_id = ''] = first.integration_ids;
    const cron_expression = '0 3 * * *';
    const timetable = { cron_expression, tz_info: 'UTC', compliance_checks: [] };
    await inventory.createInventorySchedule(root, { integration_id: first_id, ...timetable });
    await scene.integrations.deleteIntegration(root, { accountId: first_id });
    await inventory.addSampleEstate(root, {});
    const { items: schedules } = await inventory.listInventorySchedules(root, {
      number_of_items: 20,
      status: 'enabled',
    });
    expect(schedules).toEqual([]);
    await inventory.removeSampleEstate(root, {});
    const remaining = await scene.integrations.listIntegrations(root, { number_of_items: 20 });
    expect(remaining.items.filter(({ sample }) => sample)).toEqual([]);
  });
});
