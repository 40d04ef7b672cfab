import * as fc from 'fast-check';
import { emailAddress } from '#lib/kernel/email.ts';
import { newListener } from '#lib/domain/listeners/listener.schema.ts';
import { ownRuleStore } from '#lib/domain/compliance/own/own-rule.store.ts';
import { wordsOf } from '#lib/domain/search/match.rules.ts';
import { maxHits, type SearchKind, searchKinds } from '#lib/domain/search/search.schema.ts';
import { searchService } from '#lib/domain/search/search.service.ts';
import { userStore } from '#lib/domain/users/user.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { pageAt } from '#lib/pages.ts';
import { countedDatabase } from '#test/support/counted-database.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { person } from '#test/support/people.ts';
import { caseCount } from '#test/support/thorough.ts';
import { createOwnAction, newActionWith } from '../actions/lookup-action.ts';
import { drawBot } from '../bots/draw-bot.ts';
import { startRun } from '../executions/runs.ts';
import { connect } from '../integrations/api-integration.ts';
import { roleHolder, withDeniedPermission } from '../notifications/notification-scene.ts';
import { noon, openScene, type Scene } from '../scene.ts';

const world = openTestDatabase();

const listen = (scene: Scene, name: string, description = 'Receives.') =>
  scene.listeners.createListener(
    scene.root,
    newListener.parse({
      name,
      description,
      auth_configs: { auth_type: 'signature', headers: {} },
    }),
  );

const user = (name: string, email: string) => ({
  _id: emailAddress.parse(email),
  name,
  userType: 'SUBUSER' as const,
  readOnly: false,
  roles: [],
  settings: {},
  created_at: isoTime(noon),
  updated_at: isoTime(noon),
});

const ownRule = (_id: string, title: string) => ({
  _id,
  title,
  description: 'Why.',
  remediation: 'What.',
  severity: 'low' as const,
  category: 'Security' as const,
  integration_type: 'aws' as const,
  service: 'S3',
  resource_type: 'aws_s3_bucket',
  sql: 'select 1',
  enabled: true,
  revision: 1,
  created_by: 'root@example.com',
  created_at: isoTime(noon),
  updated_at: isoTime(noon),
});

/** One of each kind, all with the same word in their names, in a separate organisation. */
const openSameNamed = async () => {
  const scene = openScene(world);
  const { db, tenant_id, root } = scene;
  const bot = await scene.bots.createBot(root, drawBot('Quarantine hosts'));
  await scene.bots.publishBot(root, { bot_id: bot._id, version: 1 });
  await scene.bots.setServicePortal(root, { bot_id: bot._id, service_portal_published: true });
  const run = await startRun(scene, {
    bot_id: bot._id,
    bot_key: `${tenant_id}#${bot._id}`,
    bot_name: bot.name,
  });
  const listener = await listen(scene, 'Quarantine calls', 'Calls of the scanner.\nAnd more.');
  const { accountId } = await connect(scene, { alias: 'Quarantine API' });
  const action = await createOwnAction(scene, { name: 'Quarantine a host' });
  await ownRuleStore(db, tenant_id).create(ownRule('own_1', 'Quarantined hosts stay there'));
  const title = 'Quarantine in numbers';
  const dashboard = await scene.dashboards.createDashboard(root, { title, widgets: [] });
  await userStore(db, tenant_id).create(user('Quinn Quarantine', 'quinn@example.com'));
  return { ...scene, bot, run, listener, accountId, action, dashboard };
};

const find = async (scene: Scene, text: string, caller = scene.root) =>
  (await scene.search.searchNames(caller, { text })).groups;

const kindsIn = (groups: readonly { kind: SearchKind }[]) => groups.map(({ kind }) => kind);

const idsIn = async (scene: Scene, text: string, kind: SearchKind) =>
  (await find(scene, text)).find((one) => one.kind === kind)?.hits.map(({ id }) => id) ?? [];

describe('a search for names', () => {
  it('finds every kind of item with the word, each with the page that it opens', async () => {
    const scene = await openSameNamed();
    const groups = await find(scene, 'QUARANTINE');
    expect(kindsIn(groups)).toEqual(searchKinds.filter((kind) => kind !== 'resource'));
    const firsts = Object.fromEntries(groups.map(({ kind, hits }) => [kind, hits[0]]));
    expect(firsts).toMatchObject({
      bot: { id: scene.bot._id, title: 'Quarantine hosts', subtitle: 'Security · enabled' },
      app: { id: scene.bot._id, title: 'Quarantine hosts', subtitle: 'Security' },
      run: { id: scene.run, title: 'Quarantine hosts', at: isoTime(noon) },
      listener: { id: scene.listener._id, subtitle: 'Calls of the scanner.' },
      integration: { id: scene.accountId, subtitle: 'REST API · Production' },
      action: { id: scene.action, subtitle: 'Jira · your own' },
      rule: { subtitle: 'Amazon Web Services · S3 · low · your own' },
      user: { title: 'Quinn Quarantine', subtitle: 'quinn@example.com' },
      dashboard: { id: scene.dashboard._id, title: 'Quarantine in numbers', subtitle: '0 widgets' },
    });
    const pageKeys = groups.map(({ hits: [hit] }) => pageAt(hit?.link.split('?')[0] ?? '')?.key);
    expect(pageKeys).toEqual([
      'bot',
      'app',
      'run',
      'listenerEvents',
      'integration',
      'actions',
      'ownRule',
      'users',
      'dashboards',
    ]);
  });

  it('finds only apps of the portal for portal users', async () => {
    const scene = await openSameNamed();
    await scene.bots.createBot(scene.root, drawBot('Quarantine nothing'));
    const pia = roleHolder(scene, 'pia', 'Portal-User');
    const groups = await find(scene, 'quarantine', pia);
    expect(groups.map(({ kind, hits }) => [kind, hits.map(({ id }) => id)])).toEqual([
      ['app', [scene.bot._id]],
    ]);
    expect(pageAt(groups[0]?.hits[0]?.link ?? '')?.key).toBe('app');
  });

  it('finds built-in actions and rules, and users by their address', async () => {
    const scene = await openSameNamed();
    const actions = (await find(scene, 'slack message')).find(({ kind }) => kind === 'action');
    expect(actions?.hits[0]?.subtitle).toBe('Slack');
    const rules = (await find(scene, 'aws-s3-bucket-blocks')).find(({ kind }) => kind === 'rule');
    expect(rules?.hits[0]?.id).toBe('aws-s3-bucket-blocks-public-access');
    expect(await idsIn(scene, 'quinn@example', 'user')).toEqual(['quinn@example.com']);
  });

  it('finds runs by the beginning of their id, with or without its prefix', async () => {
    const scene = await openSameNamed();
    const short = scene.run.slice(0, 24);
    expect(await idsIn(scene, short, 'run')).toEqual([scene.run]);
    expect(await idsIn(scene, short.replace('exc_', ''), 'run')).toEqual([scene.run]);
    expect(await idsIn(scene, `${short}ffff`, 'run')).toEqual([]);
  });

  it('sorts exact names first, then beginnings of names and words, then the rest', async () => {
    const scene = openScene(world);
    for (const name of ['My web scan', 'Cobweb', 'Web scan', 'Web', 'The web']) {
      await listen(scene, name);
    }
    const [group] = await find(scene, 'web');
    expect(group?.hits.map(({ title }) => title)).toEqual([
      'Web',
      'Web scan',
      'My web scan',
      'The web',
      'Cobweb',
    ]);
  });

  it('reports that there are more hits than are shown', async () => {
    const scene = openScene(world);
    const names = Array.from({ length: maxHits + 1 }, (_, n) => `Zebra ${n}`);
    for (const name of names.slice(1)) await listen(scene, name);
    expect(await find(scene, 'zebra')).toMatchObject([{ kind: 'listener', more: false }]);
    await listen(scene, names[0] ?? '');
    const [group] = await find(scene, 'zebra');
    expect(group).toMatchObject({ more: true, partial: false });
    expect(group?.hits).toHaveLength(maxHits);
  });

  it('finds nothing for an unknown text or for accents alone', async () => {
    const scene = openScene(world);
    expect(await find(scene, 'no such thing at all')).toEqual([]);
    expect(await find(scene, '\u0301\u0301')).toEqual([]);
  });

  it('finds letters with and without accents', async () => {
    const scene = openScene(world);
    const people = userStore(scene.db, scene.tenant_id);
    await people.create(user('Jörg Müller', 'jm@example.com'));
    expect(await idsIn(scene, 'jorg muller', 'user')).toEqual(['jm@example.com']);
    expect(await idsIn(scene, 'MÜLLER', 'user')).toEqual(['jm@example.com']);
  });
});

describe('the results of a search', () => {
  it('contain only the kinds that the caller may list', async () => {
    const scene = await openSameNamed();
    const denials: [resource: string, permission: string, kinds: SearchKind[]][] = [
      ['bot', 'read_bot', ['bot']],
      ['bot_execution', 'read_bot_execution', ['run']],
      ['listener', 'read_listener', ['listener']],
      ['integration', 'read_integration', ['integration']],
      ['action', 'read_action', ['action']],
      ['compliance_rule', 'read_compliance_rule', ['rule']],
      ['user', 'read_user', ['user']],
      ['dashboard', 'read_dashboard', ['dashboard']],
    ];
    const admin = roleHolder(scene, 'ada', 'Read-Only');
    const all = kindsIn(await find(scene, 'quarantine', admin));
    expect(all.length).toBeGreaterThan(4);
    for (const [resource, permission, hidden] of denials) {
      const found = await find(
        scene,
        'quarantine',
        withDeniedPermission(admin, resource, permission),
      );
      expect(kindsIn(found)).toEqual(all.filter((kind) => !hidden.includes(kind)));
    }
  });

  it('are empty without rights, and for people of another organisation', async () => {
    const scene = await openSameNamed();
    const nobody = person(scene.tenant_id, 'nobody@example.com', { userType: 'SUBUSER' });
    expect(await find(scene, 'quarantine', nobody)).toEqual([]);
    const foreign = openScene(world);
    expect(await find(foreign, 'quarantine host')).toEqual([]);
    expect(await find(foreign, scene.run)).toEqual([]);
  });

  it('contain no names from before a change, and nothing deleted', async () => {
    const scene = await openSameNamed();
    const { root, bot } = scene;
    await scene.bots.updateBot(root, {
      bot_id: bot._id,
      base_version: 1,
      ...drawBot('Isolate hosts'),
    });
    expect(await idsIn(scene, 'quarantine', 'bot')).toEqual([]);
    expect(await idsIn(scene, 'isolate', 'bot')).toEqual([bot._id]);
    await scene.listeners.deleteListener(root, { listener_id: scene.listener._id });
    expect(await idsIn(scene, 'quarantine', 'listener')).toEqual([]);
  });
});

type Named = { id: string; name: string };

const vocabulary = ['web', 'Data', 'scan', 'web-2', 'Backup'];
const name = fc
  .array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 3 })
  .map((words) => words.join(' '))
  .filter((text) => text.length >= 3);
const randomChange = fc.record({
  operation: fc.constantFrom('create', 'create', 'rename', 'delete'),
  kind: fc.constantFrom('bot', 'action', 'user'),
  name,
  which: fc.nat(20),
});

type RandomChange = { operation: string; kind: string; name: string; which: number };

/** Applies the same changes to the organisation and to lists in memory. */
const openRandom = () => {
  const scene = openScene(world);
  const { root, tenant_id } = scene;
  const people = userStore(scene.db, tenant_id);
  const lists: Record<string, Named[]> = { bot: [], action: [], user: [] };
  let createdCount = 0;
  const create: Record<string, (name: string) => Promise<string>> = {
    bot: async (as) => (await scene.bots.createBot(root, drawBot(as)))._id,
    action: (as) => createOwnAction(scene, { name: as }),
    user: async (as) => {
      const email = `p${createdCount}@example.com`;
      await people.create(user(as, email));
      return email;
    },
  };
  const rename: Record<string, (id: string, name: string) => Promise<unknown>> = {
    bot: async (bot_id, as) => {
      const { draft_version } = await scene.bots.getBot(root, { bot_id });
      return scene.bots.updateBot(root, { bot_id, base_version: draft_version, ...drawBot(as) });
    },
    action: async (action_id, as) => {
      const { version = 1 } = await scene.actions.getAction(root, { action_id });
      const change = { action_id, base_version: version, ...newActionWith({ name: as }) };
      return scene.actions.updateAction(root, change);
    },
    user: async (id, as) => {
      const before = await people.get(id);
      return before && people.change(before, { name: as });
    },
  };
  const remove: Record<string, (id: string) => Promise<unknown>> = {
    bot: (bot_id) => scene.bots.deleteBot(root, { bot_id }),
    action: (action_id) => scene.actions.deleteAction(root, { action_id, although_used: 'false' }),
    user: (id) => people.delete(id),
  };
  return {
    scene,
    lists,
    async perform({ operation, kind, name: newName, which }: RandomChange): Promise<void> {
      const list = lists[kind] ?? [];
      const one = list[which % Math.max(1, list.length)];
      const isTaken = list.some((other) => other.name.toLowerCase() === newName.toLowerCase());
      if (operation === 'create' && !isTaken) {
        createdCount += 1;
        list.push({ id: (await create[kind]?.(newName)) ?? '', name: newName });
      } else if (operation === 'rename' && one && !isTaken) {
        await rename[kind]?.(one.id, newName);
        one.name = newName;
      } else if (operation === 'delete' && one) {
        await remove[kind]?.(one.id);
        lists[kind] = list.filter((other) => other !== one);
      }
    },
  };
};

describe('a search after random changes', () => {
  it('finds the same items as a check of all items', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(randomChange, { minLength: 5, maxLength: 25 }),
        name,
        async (acts, text) => {
          const { scene, lists, perform } = openRandom();
          for (const one of acts) await perform(one);
          const groups = await find(scene, text);
          const terms = text.toLowerCase().split(' ');
          for (const [kind, list] of Object.entries(lists)) {
            const expected = list.filter((one) =>
              terms.every((word) => one.name.toLowerCase().includes(word)),
            );
            const listedIds = new Set(list.map(({ id }) => id));
            const group = groups.find((one) => one.kind === kind);
            const found = group?.hits.filter(({ id }) => listedIds.has(id)) ?? [];
            const isCut = group?.more ?? false;
            expect(
              found
                .map(({ title }) => title)
                .every((title) => expected.some((one) => one.name === title)),
            ).toBe(true);
            if (!isCut) expect(found).toHaveLength(expected.length);
          }
        },
      ),
      { numRuns: caseCount({ usual: 15, thorough: 200 }) },
    );
  });
});

describe('the reads of a search', () => {
  it('are limited to the list of names and the hits shown', async () => {
    const scene = openScene(world);
    for (let n = 0; n < 40; n += 1) await listen(scene, `Zebra ${n}`, 'x'.repeat(900));
    const countedDb = countedDatabase({ ...scene.db });
    // Another process may write as well, so nothing is cached: as on AWS.
    const { writesOf: _, ...db } = countedDb.db;
    const alone = searchService({ db, files: scene.files });
    countedDb.taken();
    const { groups } = await alone.searchNames(scene.root, { text: 'zebra' });
    expect(groups[0]?.hits).toHaveLength(maxHits);
    const { calls, bytes } = countedDb.taken();
    expect(calls).toBeLessThanOrEqual(10);
    expect(bytes).toBeLessThan(20_000);
  });

  it('are not repeated where nobody else writes', async () => {
    const scene = openScene(world);
    await listen(scene, 'Zebra 1');
    const { db, taken } = countedDatabase(scene.db);
    const alone = searchService({ db, files: scene.files });
    await alone.searchNames(scene.root, { text: 'zeb' });
    taken();
    await alone.searchNames(scene.root, { text: 'zebr' });
    expect(taken().calls).toBeLessThanOrEqual(2);
  });

  it('use each word of the text once', () => {
    expect(wordsOf('  Web  scan WEB ')).toEqual(['web', 'scan']);
  });
});
