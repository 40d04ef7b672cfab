import type * as z from 'zod';
import { libraryRoutes } from '#lib/domain/library/library.routes.ts';
import { libraryService } from '#lib/domain/library/library.service.ts';
import { findPredefinedRole } from '#lib/domain/roles/predefined.rules.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { connect } from '../integrations/api-integration.ts';
import { openScene, refusalFrom, type Scene } from '../scene.ts';

const world = openTestDatabase();

let scene: Scene;
beforeAll(() => {
  scene = openScene(world);
});

type Query = z.input<(typeof libraryRoutes)['listLibraryBots']['input']>;

const list = (query: Query = {}) =>
  libraryService(scene).listLibraryBots(
    scene.root,
    libraryRoutes.listLibraryBots.input.parse(query),
  );

const namesWith = async (query: Query) =>
  (await list({ number_of_items: 100, ...query })).items.map(({ name }) => name);

const problemWith = (query: object) => {
  const { error } = libraryRoutes.listLibraryBots.input.safeParse(query);
  return error?.issues[0]?.message;
};

describe('the list of templates', () => {
  it('returns ten templates per page, with their details and the total count', async () => {
    const { items, count } = await list();
    expect([items.length, count >= 40]).toEqual([10, true]);
    const [found] = (await list({ name: 'GuardDuty finding' })).items;
    expect(found).toMatchObject({
      name: 'Block the attacker of a GuardDuty finding',
      category: 'Security',
      tag_name: ['SecOps', 'Security Incident Response'],
      node_count: 17,
      node_kinds: [
        'start',
        'condition',
        'http_request',
        'parallel',
        'rest_api_action',
        'merge',
        'approval',
        'notification',
        'end',
      ],
    });
    expect(Object.keys(items[0] ?? {})).not.toContain('graph');
  });

  it('shows each template once over all pages', async () => {
    const { count } = await list();
    const ids: string[] = [];
    for (let page_number = 1; ids.length < count; page_number += 1) {
      const { items } = await list({ page_number });
      expect(items.length).toBeGreaterThan(0);
      ids.push(...items.map(({ _id }) => _id));
    }
    expect(new Set(ids).size).toBe(count);
    expect((await list({ page_number: 99 })).items).toEqual([]);
  });

  it('finds names by a part, ignoring case and surrounding blanks', async () => {
    expect(await namesWith({ name: '  BACKUPS ' })).toEqual(['Verify the backups of the night']);
    expect(await namesWith({ name: 'no such thing' })).toEqual([]);
    expect(await namesWith({ name: '.*' })).toEqual([]);
  });

  it('filters by category', async () => {
    const { items, count } = await list({ category: 'Sustainability' });
    expect(items.map(({ category }) => category)).toEqual(Array(count).fill('Sustainability'));
    expect(count).toBeGreaterThan(1);
  });

  it('filters by tags: any tag of a group, and one of each group', async () => {
    const hunting = await list({ tag_name: 'Threat Hunting' });
    expect(hunting.count).toBeGreaterThan(1);
    const either = await list({ tag_name: 'Threat Hunting,Identity Operations' });
    expect(either.count).toBeGreaterThan(hunting.count);
    const both = await list({ tag_name: 'Identity Operations,SecOps', number_of_items: 100 });
    for (const { tag_name } of both.items) {
      expect(tag_name).toEqual(expect.arrayContaining(['Identity Operations', 'SecOps']));
    }
    expect((await list({ tag_name: '' })).count).toBe((await list()).count);
  });

  it.each([
    [{ name: '  ' }, 'Enter something...'],
    [{ category: 'Magic' }, /^Choose one of /],
    [{ tag_name: 'SecOps,Magic' }, /^Choose one of /],
    [{ number_of_items: '0' }, /./],
  ])('refuses %j', (query, pattern) => {
    expect(problemWith(query)).toMatch(pattern);
  });
});

describe('a template', () => {
  it('is returned with its graph', async () => {
    const found = await libraryService(scene).getLibraryBot(scene.root, {
      library_bot_id: 'guard-a-budget',
    });
    expect(found.graph.nodes.length).toBeGreaterThan(5);
  });

  it.each(['none', '__proto__', ''])('does not exist under the id "%s"', async (library_bot_id) => {
    const refusal = await refusalFrom(
      libraryService(scene).getLibraryBot(scene.root, { library_bot_id }),
    );
    expect(refusal?.status).toBe(404);
  });
});

describe('the right to read the library', () => {
  it.each(['role_administrator', 'role_read_only', 'role_bot_author'])('comes with %s', (role) => {
    const { ALLOW = {} } = findPredefinedRole(role)?.policies ?? {};
    expect(Object.keys(ALLOW)).toEqual(expect.arrayContaining([ALLOW['*'] ? '*' : 'library']));
  });
});

describe('the types of integrations', () => {
  it('are listed for each template, and filter the list', async () => {
    const { items, count } = await list({ number_of_items: 100 });
    const types = [...new Set(items.flatMap(({ integration_types }) => integration_types))];
    expect(types).toEqual(expect.arrayContaining(['jira', 'slack']));
    for (const integration_type of types) {
      const narrowed = await list({ number_of_items: 100, integration_type });
      const expected = items.filter((one) => one.integration_types.includes(integration_type));
      expect(narrowed.items).toEqual(expected);
      expect(narrowed.count).toBeLessThan(count);
    }
    expect(await list({ integration_type: 'nothing' })).toEqual({ items: [], count: 0 });
  });
});

describe('the filter by integration', () => {
  const idsOf = async (query: Query) =>
    (await list({ number_of_items: 100, ...query })).items.map(({ _id }) => _id);

  it('keeps the templates that work with its type', async () => {
    const values = { bot_token: 'xoxb-1' };
    const { accountId } = await connect(scene, { cspName: 'slack', alias: 'Chat', values });
    const ofType = await idsOf({ integration_type: 'slack' });
    expect(await idsOf({ integration_id: accountId })).toEqual(ofType);
    expect(ofType.length).toBeGreaterThan(1);
  });

  it('combines with the filter by type', async () => {
    const { accountId } = await connect(scene, { alias: 'Other API' });
    const both = { integration_id: accountId, integration_type: 'okta' };
    expect(await idsOf(both)).toEqual([]);
  });

  it('returns nothing for an unknown or foreign integration, as the list of bots', async () => {
    const otherApi = await connect(openScene(world), { alias: 'Theirs' });
    for (const integration_id of ['int_none', otherApi.accountId]) {
      const request = { number_of_items: 10, integration_id };
      // oxlint-disable-next-line no-await-in-loop
      expect(await list(request)).toEqual({ items: [], count: 0 });
      // oxlint-disable-next-line no-await-in-loop
      expect((await scene.bots.listBots(scene.root, request)).items).toEqual([]);
    }
  });
});
