import { awsProduction } from '#lib/engine/collectors/sample/aws-production.ts';
import { sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import { searchQuery } from '#lib/domain/inventory/search/query.schema.ts';
import { searchService } from '#lib/domain/search/search.service.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openScans } from '../inventory/scan-scene.ts';
import { openScene } from '../scene.ts';

const world = openTestDatabase();

const integration_id = sampleId('aws-production');

const openSearch = async (account: object = awsProduction) => {
  const scene = await openScans(world);
  Object.assign(scene.account, account);
  await scene.inventory.addSampleEstate(scene.root, {});
  const scan = async () => {
    await scene.inventory.startInventoryExecution(scene.root, { integration_id });
    await scene.idle();
  };
  await scan();
  const readKeys: string[] = [];
  const get = (key: string) => {
    readKeys.push(key);
    return scene.files.get(key);
  };
  const search = searchService({ db: scene.db, files: { get } });
  const find = async (text: string) =>
    (await search.searchResourceNames(scene.root, { text })).groups[0];
  return { ...scene, scan, find, readKeys };
};

const [bucket] = awsProduction.aws_s3_bucket ?? [];

describe('a search for resources', () => {
  it('finds resources by name and id, and links to them in the inventory', async () => {
    const { find, inventory, root } = await openSearch();
    const byName = await find(String(bucket?.name));
    expect(byName?.hits[0]).toMatchObject({
      id: bucket?.arn,
      title: bucket?.name,
      subtitle: `S3 Bucket · ${String(bucket?.region)} · Sample AWS production`,
    });
    const byId = await find(String(bucket?.arn));
    expect(byId?.hits[0]?.id).toBe(bucket?.arn);
    const queryJson = new URLSearchParams(byName?.hits[0]?.link.split('?')[1]).get('searchMQ');
    const query = searchQuery.parse(JSON.parse(queryJson ?? ''));
    const page = await inventory.searchResources(root, { number_of_items: 10, ...query });
    expect(page.items.map(({ _id }) => _id)).toEqual([bucket?.arn]);
  });

  it('reads each file once, and new files after another scan', async () => {
    const { find, readKeys, scan, account, time } = await openSearch();
    await find('no such thing');
    const first = readKeys.length;
    expect(first).toBeGreaterThan(3);
    await find('still no such thing');
    expect(readKeys).toHaveLength(first);
    account.aws_s3_bucket = [{ ...bucket, name: 'brand-new', arn: 'arn:aws:s3:::brand-new' }];
    time.now += 1000;
    await scan();
    expect((await find('brand-new'))?.hits).toHaveLength(1);
    expect(await find(String(bucket?.arn))).toBeUndefined();
  });

  it('reports a partial result, and continues at the next call', async () => {
    const rows = (table: string) => [{ name: `${table} thing`, arn: `arn:aws:x:::${table}` }];
    const tables = Array.from({ length: 70 }, (_, n) => `aws_new_${n}`);
    const account = Object.fromEntries(tables.map((table) => [table, rows(table)]));
    const { find, readKeys } = await openSearch(account);
    const first = await find('thing');
    expect(first).toMatchObject({ more: true, partial: true });
    expect(readKeys).toHaveLength(60);
    expect(await find('thing')).toMatchObject({ more: true, partial: false });
    expect(readKeys).toHaveLength(70);
  });

  it('finds nothing of a removed integration or of another organisation', async () => {
    const { find, inventory, root } = await openSearch();
    const { search, root: stranger } = openScene(world);
    const text = String(bucket?.name);
    expect((await search.searchResourceNames(stranger, { text })).groups).toEqual([]);
    await inventory.removeSampleEstate(root, {});
    expect(await find(text)).toBeUndefined();
  });
});
