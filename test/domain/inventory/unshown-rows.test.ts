import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openTestDatabase } from '#test/support/database.ts';
import { neverReturns } from '#test/support/state-machine.ts';
import { openScans as openScene } from './scan-scene.ts';

const world = openTestDatabase();

const buckets = [{ name: 'invoices' }, { name: 'backups' }];
const many = Array.from({ length: 12_001 }, (_, index) => ({ name: `bucket-${index}` }));

/** The same scene, with its files of rows, each by its scan and number. */
const openScans = async () => {
  const scene = await openScene(world);
  const folder = join(world.folder, 'files', scene.tenant_id, 'inventory');
  const storedFiles = (): string[] =>
    (existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [])
      .filter((one) => one.isFile())
      .map(({ name }) => name.replace('.ndjson.gz', ''));
  return { ...scene, storedFiles };
};

describe('the rows of a scan', () => {
  it('are deleted when the scan fails, and the earlier rows stay', async () => {
    const scene = await openScans();
    scene.account.aws_s3_bucket = buckets;
    const first = await scene.scan();
    scene.time.now += 1000;
    scene.before.step = (name) => {
      if (name === 'publish') throw new Error('There is no memory left.');
    };
    expect(await scene.scan()).toMatchObject({ state: 'FAILED' });
    expect(scene.storedFiles()).toEqual([`${first._id}.0`]);
    expect(await scene.rows('aws_s3_bucket')).toEqual(buckets);
  });

  it('are deleted when the scan passes its deadline, also rows written later', async () => {
    const scene = await openScans();
    scene.account.aws_s3_bucket = async function* slow() {
      yield many;
      scene.time.now += 7 * 3600_000;
      await scene.sweep();
      yield many;
    };
    expect(await scene.scan()).toMatchObject({
      state: 'FAILED',
      cause: expect.stringContaining('did not end before its deadline'),
    });
    expect(scene.storedFiles()).toEqual([]);
  });

  it('do not remain from a crashed attempt that read more than the next', async () => {
    const scene = await openScans();
    const dies = new Promise<void>((resolve) => {
      scene.account.aws_s3_bucket = async function* dying() {
        yield many;
        resolve();
        await neverReturns();
      };
    });
    const { integration_id, root, inventory } = scene;
    const startedScan = await inventory.startInventoryExecution(root, { integration_id });
    await dies;
    expect(scene.storedFiles()).toHaveLength(2);
    scene.account.aws_s3_bucket = buckets;
    await scene.restart();
    expect(scene.storedFiles()).toEqual([`${startedScan._id}.0`]);
    expect(await scene.rows('aws_s3_bucket')).toEqual(buckets);
  });

  it('do not remain from a crashed attempt of a cancelled scan', async () => {
    const scene = await openScans();
    const dies = new Promise<void>((resolve) => {
      scene.account.aws_s3_bucket = async function* dying() {
        yield many;
        resolve();
        await neverReturns();
      };
    });
    const { integration_id, root, inventory } = scene;
    const { _id: execution_id } = await inventory.startInventoryExecution(root, {
      integration_id,
    });
    await dies;
    await inventory.cancelInventoryExecution(root, { execution_id });
    await scene.restart();
    expect(scene.storedFiles()).toEqual([]);
  });
});
