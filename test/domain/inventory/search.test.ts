import { awsProduction } from '#lib/engine/collectors/sample/aws-production.ts';
import { sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import type { SearchQuery } from '#lib/domain/inventory/search/query.schema.ts';
import { isWithinResponseLimit } from '#lib/kernel/response-size.ts';
import { newTenant, person } from '#test/support/people.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { refusalFrom } from '../scene.ts';
import { openScans } from './scan-scene.ts';

const world = openTestDatabase();

const integration_id = sampleId('aws-production');

/** An organisation whose sample account was scanned. */
const openSearch = async () => {
  const scene = await openScans(world);
  Object.assign(scene.account, awsProduction);
  await scene.inventory.addSampleEstate(scene.root, {});
  const scan = async (id: string = integration_id) => {
    await scene.inventory.startInventoryExecution(scene.root, { integration_id: id });
    await scene.idle();
  };
  await scan();
  const search = (query: SearchQuery, paging: { next?: string; page_number?: number } = {}) =>
    scene.inventory.searchResources(scene.root, { number_of_items: 10, ...query, ...paging });
  return { ...scene, scan, search };
};

const names = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name);

const pods = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `pod-${from + index}`,
    namespace: 'shop',
    context_name: 'main',
    phase: (from + index) % 1000 === 0 ? 'Failed' : 'Running',
  }));

const pod = { resource_type: 'kubernetes_pod' };
const failedPods = {
  ...pod,
  match: { all: [{ column: 'phase', operator: 'is', value: 'failed' }] },
} satisfies SearchQuery;

describe('the resource types', () => {
  it('are the tables of a cloud, with the number of resources found', async () => {
    const { inventory, root } = await openSearch();
    const { items } = await inventory.listResourceTypes(root, { integration_type: 'aws' });
    const byType = new Map(items.map((one) => [one.resource_type, one]));
    expect(byType.get('aws_s3_bucket')).toEqual({
      resource_type: 'aws_s3_bucket',
      name: 'S3 Bucket',
      resources: 3,
    });
    expect(byType.get('aws_redshift_cluster')).toEqual({
      resource_type: 'aws_redshift_cluster',
      name: 'Redshift Cluster',
    });
    const azure = await inventory.listResourceTypes(root, { integration_type: 'azure' });
    expect(azure.items.map(({ name }) => name)).toContain('Entra ID User');
  });

  it('have the columns of Steampipe, or those that a scan has read', async () => {
    const { inventory, root, account, scan } = await openSearch();
    const columnsOf = (resource_type: string) =>
      inventory.listResourceColumns(root, { resource_type });
    const { items } = await columnsOf('aws_s3_bucket');
    expect(items).toContainEqual({ name: 'tags', type: 'jsonb' });
    expect(items.map(({ name }) => name)).not.toContain('_ctx');
    expect(await refusalFrom(columnsOf('aws_new_thing'))).toMatchObject({ status: 400 });
    account.aws_new_thing = [{ title: 'A', size: 1, tags: { a: 'b' }, on: true, none: null }];
    await scan();
    expect((await columnsOf('aws_new_thing')).items).toEqual([
      { name: 'title', type: 'text' },
      { name: 'size', type: 'double precision' },
      { name: 'tags', type: 'jsonb' },
      { name: 'on', type: 'boolean' },
    ]);
  });
});

describe('a search', () => {
  it('finds resources that match all rules, with the age of the data', async () => {
    const { search } = await openSearch();
    const found = await search({
      resource_type: 'aws_s3_bucket',
      match: {
        all: [
          { column: 'tags', path: 'env', operator: 'is', value: 'production' },
          {
            any: [
              { column: 'bucket_policy_is_public', operator: 'is', value: true },
              { column: 'name', operator: 'starts_with', value: 'sample-inv' },
            ],
          },
        ],
      },
    });
    expect(names(found)).toEqual(['sample-invoices', 'sample-public-downloads']);
    expect(found.items[0]).toMatchObject({
      _id: 'arn:aws:s3:::sample-invoices',
      region: 'eu-west-1',
      account_id: '111111111111',
      integration_type: 'aws',
      created_at: '2025-02-11T08:30:00Z',
      versioning_enabled: true,
    });
    expect(found.next).toBeUndefined();
    const sourceOf = (id: string) => found.sources?.find((one) => one.integration_id === id);
    expect(sourceOf(integration_id)).toMatchObject({
      state: 'collected',
      resources: 3,
      problems: [],
    });
    expect(sourceOf(integration_id)?.collected_at).toBeDefined();
    const unscanned = sourceOf(sampleId('aws-sandbox'));
    expect(unscanned).toMatchObject({ alias: 'Sample AWS sandbox', resources: 0 });
    expect(unscanned?.collected_at).toBeUndefined();
  });

  it('reports tables that could not be read', async () => {
    const { search, account, scan } = await openSearch();
    account.aws_s3_bucket = 'Access denied in eu-west-1.';
    await scan();
    const { sources, items } = await search({ resource_type: 'aws_s3_bucket' });
    expect(items).toHaveLength(3);
    const source = sources?.find((one) => one.integration_id === integration_id);
    expect(source?.state).toBe('failed');
    expect(source?.problems[0]).toBe('Access denied in eu-west-1.');
  });

  it('covers only the integrations that are named', async () => {
    const { search, scan } = await openSearch();
    await scan(sampleId('aws-sandbox'));
    const query = { resource_type: 'aws_s3_bucket' };
    expect((await search(query)).items).toHaveLength(6);
    const narrowQuery = { ...query, integration_ids: [sampleId('aws-sandbox'), 'int-unknown'] };
    const { items, sources } = await search(narrowQuery);
    expect(items).toHaveLength(3);
    expect(sources).toHaveLength(1);
  });

  it('pages through files without losing or repeating a resource', async () => {
    const scene = await openSearch();
    scene.account.kubernetes_pod = pods(0, 12_001);
    await scene.scan(scene.integration_id);
    const all: string[] = [];
    let page = await scene.search(failedPods);
    const pages = [page.items.length];
    while (page.next) {
      all.push(...names(page));
      page = await scene.search(failedPods, { next: page.next });
      pages.push(page.items.length);
      expect(page.sources).toBeUndefined();
    }
    all.push(...names(page));
    expect(pages).toEqual([10, 3]);
    expect(all).toEqual(Array.from({ length: 13 }, (_, index) => `pod-${index * 1000}`));
    const second = await scene.search(failedPods, { page_number: 2 });
    expect(names(second)).toEqual(all.slice(10));
  });

  it('continues in the scan where it began, as long as its files are kept', async () => {
    const scene = await openSearch();
    scene.account.kubernetes_pod = pods(0, 25);
    await scene.scan(scene.integration_id);
    const { next = '' } = await scene.search(pod);
    scene.account.kubernetes_pod = pods(500, 25);
    await scene.scan(scene.integration_id);
    expect(names(await scene.search(pod, { next }))[0]).toBe('pod-10');
    expect(names(await scene.search(pod))[0]).toBe('pod-500');
    await scene.scan(scene.integration_id);
    const refusal = await refusalFrom(scene.search(pod, { next }));
    expect(refusal?.body()).toMatchObject({
      error: 'These resources have been scanned again. Go back to the first page.',
      field: 'next',
    });
  });

  it('shows nothing of another organisation, and refuses its cursor', async () => {
    const scene = await openSearch();
    scene.account.kubernetes_pod = pods(0, 25);
    await scene.scan(scene.integration_id);
    const { next = '' } = await scene.search(pod);
    const stranger = person(newTenant());
    const foreignQuery = { ...pod, number_of_items: 10, integration_ids: [scene.integration_id] };
    const { items, sources } = await scene.inventory.searchResources(stranger, foreignQuery);
    expect({ items, sources }).toEqual({ items: [], sources: [] });
    const secondPage = scene.inventory.searchResources(stranger, { ...foreignQuery, next });
    expect((await refusalFrom(secondPage))?.status).toBe(400);
    const types = { integration_type: 'kubernetes' } as const;
    const listed = await scene.inventory.listResourceTypes(stranger, types);
    expect(listed.items.filter(({ resources }) => resources !== undefined)).toEqual([]);
    const otherQuery = { ...failedPods, next };
    expect((await refusalFrom(scene.search(otherQuery, { next })))?.status).toBe(400);
  });

  it.each<[string, SearchQuery['match'], (string | number)[]]>([
    ['an unknown column', { all: [{ column: 'x', operator: 'is', value: 'a' }] }, ['column']],
    ['no operator', { all: [{ column: 'name' }] }, ['operator']],
    ['an operator of numbers', { all: [{ column: 'name', operator: 'at_least' }] }, ['operator']],
    ['a path into a text', { all: [{ column: 'name', path: 'a', operator: 'is' }] }, ['path']],
    ['no value', { all: [{ column: 'name', operator: 'is' }] }, ['value']],
    [
      'an invalid day',
      { all: [{ column: 'creation_date', operator: 'before', value: '2026-13-40' }] },
      ['value'],
    ],
    [
      'a text for a boolean',
      { all: [{ column: 'versioning_enabled', operator: 'is', value: 'true' }] },
      ['value'],
    ],
  ])('is refused with the place of the error: %s', async (_, match, errorPath) => {
    const { search } = await openSearch();
    const refusal = await refusalFrom(search({ resource_type: 'aws_s3_bucket', match }));
    expect(refusal?.status).toBe(400);
    expect(refusal?.extra.field).toBe('match');
    expect(refusal?.extra.detail?.[0]?.loc).toEqual(['match', 'all', 0, ...errorPath]);
  });
});

describe('an export', () => {
  it('is a CSV file of all resources found, sent in parts', async () => {
    const scene = await openSearch();
    const odd = { name: '=HYPERLINK("x")', tags: { env: 'a,b' }, phase: 'Failed' };
    scene.account.kubernetes_pod = [odd, ...pods(0, 6000)];
    await scene.scan(scene.integration_id);
    const chunks: string[] = [];
    let next: string | undefined;
    do {
      const chunk = await scene.inventory.exportResources(scene.root, { ...pod, next });
      chunks.push(chunk.text);
      next = chunk.next;
    } while (next !== undefined);
    const lines = chunks.join('').trimEnd().split('\r\n');
    expect(chunks.length).toBeGreaterThan(1);
    expect(lines).toHaveLength(6002);
    expect(lines[0]).toMatch(/^_id,name,region,account_id,integration_type,created_at,/);
    expect(lines[1]).toContain(`"'=HYPERLINK(""x"")"`);
    expect(lines[1]).toContain('"{""env"":""a,b""}"');
    expect(lines[2]).toMatch(/^main\/shop\/pods\/pod-0,pod-0,shop,main,kubernetes,,/);
  });

  it('sends JSON columns in parts that fit into an answer on AWS', async () => {
    const scene = await openSearch();
    // A quote in a JSON column becomes eight bytes when sent.
    const tags = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`${n}`, '']));
    scene.account.kubernetes_pod = pods(0, 200).map((one) => ({ ...one, tags }));
    await scene.scan(scene.integration_id);
    let [resources, next]: [number, string | undefined] = [0, undefined];
    do {
      const chunk = await scene.inventory.exportResources(scene.root, { ...pod, next });
      expect(isWithinResponseLimit(JSON.stringify(chunk))).toBe(true);
      resources += chunk.resources;
      next = chunk.next;
    } while (next !== undefined);
    expect(resources).toBe(200);
  });

  it('contains only the header row where nothing is found', async () => {
    const { inventory, root } = await openSearch();
    const emptyExport = await inventory.exportResources(root, {
      resource_type: 'aws_redshift_cluster',
    });
    expect(emptyExport.resources).toBe(0);
    expect(emptyExport.text.split('\r\n')).toHaveLength(2);
  });
});
