import type { SearchQuery } from '#lib/domain/inventory/search/query.schema.ts';
import {
  maxSavedSearches,
  newSavedSearch,
} from '#lib/domain/inventory/searches/saved-search.schema.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { newTenant, person } from '#test/support/people.ts';
import { refusalFrom } from '../scene.ts';
import { openScans } from './scan-scene.ts';

const world = openTestDatabase();

const publicBuckets = {
  resource_type: 'aws_s3_bucket',
  match: { all: [{ column: 'bucket_policy_is_public', operator: 'is', value: true }] },
} satisfies SearchQuery;

const page = { number_of_items: 100 };

describe('saved searches', () => {
  it('are shown to everyone in the organisation, newest first', async () => {
    const { inventory, root, time } = await openScans(world);
    await inventory.saveSearch(root, { name: 'Public buckets', query: publicBuckets });
    time.now += 1000;
    await inventory.saveSearch(root, {
      name: 'Buckets',
      query: { resource_type: 'aws_s3_bucket' },
    });
    const colleague = person(root.tenant_id);
    const { items } = await inventory.listSavedSearches(colleague, page);
    expect(items.map(({ name }) => name)).toEqual(['Buckets', 'Public buckets']);
    expect(items[1]).toMatchObject({ query: publicBuckets, created_by: root.user_id });
  });

  it('have unique names regardless of case, also when two are saved at once', async () => {
    const { inventory, root } = await openScans(world);
    const save = (name: string) => inventory.saveSearch(root, { name, query: publicBuckets });
    const outcomes = await Promise.allSettled([save('Public'), save('PUBLIC')]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refusal = await refusalFrom(save('public'));
    expect(refusal).toMatchObject({ status: 409, extra: { field: 'name' } });
  });

  it.each(['a\nb', '\u202egnp.exe', '\u200b', 'a\u0000', '\ud800'])(
    'cannot have the misleading name %j',
    (name) => {
      const query = { resource_type: 'aws_s3_bucket' };
      expect(newSavedSearch.safeParse({ name, query }).success).toBe(false);
    },
  );

  it('must be valid queries', async () => {
    const { inventory, root } = await openScans(world);
    const save = (query: SearchQuery) => inventory.saveSearch(root, { name: 'A search', query });
    const unknownColumn = { all: [{ column: 'colour', operator: 'is' as const, value: 'red' }] };
    expect(await refusalFrom(save({ ...publicBuckets, match: unknownColumn }))).toMatchObject({
      status: 400,
      extra: { field: 'match' },
    });
    expect(await refusalFrom(save({ resource_type: 'aws_moon_base' }))).toMatchObject({
      status: 400,
      extra: { field: 'resource_type' },
    });
    expect((await inventory.listSavedSearches(root, page)).items).toEqual([]);
  });

  it('are deleted once, and only by their organisation', async () => {
    const { inventory, root } = await openScans(world);
    const { _id: search_id } = await inventory.saveSearch(root, {
      name: 'Public buckets',
      query: publicBuckets,
    });
    const stranger = person(newTenant());
    expect((await inventory.listSavedSearches(stranger, page)).items).toEqual([]);
    const notFound = { status: 404 };
    const foreign = inventory.deleteSavedSearch(stranger, { search_id });
    expect(await refusalFrom(foreign)).toMatchObject(notFound);
    const deleted = await inventory.deleteSavedSearch(root, { search_id });
    expect(deleted).toEqual({ name: 'Public buckets' });
    const secondDeletion = inventory.deleteSavedSearch(root, { search_id });
    expect(await refusalFrom(secondDeletion)).toMatchObject(notFound);
  });

  it('are limited in number, also when several are saved at once', async () => {
    const { inventory, root } = await openScans(world);
    const save = (n: number) => inventory.saveSearch(root, { name: `${n}`, query: publicBuckets });
    const saved = async () => {
      const { items, next } = await inventory.listSavedSearches(root, page);
      if (next === undefined) return items.length;
      return (
        items.length + (await inventory.listSavedSearches(root, { ...page, next })).items.length
      );
    };
    for (let n = 0; n < maxSavedSearches - 2; n += 1) await save(n);
    await Promise.allSettled([100, 101, 102, 103, 104].map(save));
    expect(await saved()).toBeLessThanOrEqual(maxSavedSearches);
    for (let n = await saved(); n < maxSavedSearches; n += 1) await save(200 + n);
    expect(await refusalFrom(save(maxSavedSearches))).toMatchObject({ status: 409 });
    expect(await saved()).toBe(maxSavedSearches);
  });
});
