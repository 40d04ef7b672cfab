import { randomBytes } from 'node:crypto';
import { botVersionStore } from '#lib/domain/bots/bot.store.ts';
import { type BotChange, botName, graph, newBot } from '#lib/domain/bots/bot.schema.ts';
import { botVersionTable } from '#lib/domain/bots/bot.table.ts';
import { limits } from '#lib/kernel/limits.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openScene, refusalFrom, type Scene, statusOf } from '../scene.ts';
import { brokenBot, drawBot } from './draw-bot.ts';

const world = openTestDatabase();

const create = (scene: Scene, name: string, picture?: string) =>
  scene.bots.createBot(scene.root, drawBot(name, picture));

const save = (
  scene: Scene,
  bot_id: string,
  base_version: number,
  overrides: Partial<BotChange> = {},
) =>
  scene.bots.updateBot(scene.root, { bot_id, base_version, ...drawBot('Isolate'), ...overrides });

const get = (scene: Scene, bot_id: string, version?: number) =>
  scene.bots.getBot(scene.root, { bot_id, ...(version !== undefined && { version }) });

describe('the name of a bot', () => {
  it.each(['abc', 'Isolate hosts', 'a-b 1', 'x'.repeat(100), ' trimmed '])('may be %j', (name) => {
    expect(botName.parse(name)).toBe(name.trim());
  });

  it.each([
    [undefined, 'Please enter name'],
    ['', 'Please enter name'],
    [' ', 'Please enter name'],
    ['ab', 'The name needs 3 to 100 characters.'],
    ['x'.repeat(101), 'The name needs 3 to 100 characters.'],
    ['a_b', 'Use letters, digits, hyphens and spaces only.'],
    ['naïve', 'Use letters, digits, hyphens and spaces only.'],
    ['-abc', 'The name must start and end with a letter or digit.'],
    ['a  b', 'The name cannot contain two spaces in a row.'],
    ['bot one', "The name cannot start with 'bot'."],
    ['BOT', "The name cannot start with 'bot'."],
  ])('may not be %j: %s', (name, message) => {
    expect(botName.safeParse(name).error?.issues[0]?.message).toBe(message);
  });
});

describe('the graph of a bot', () => {
  const position = { x: 0, y: 0 };
  const node = { id: 'start', type: 'start', name: 'Start', position, settings: {} };

  it.each([
    ['an unknown kind', { type: 'shell' }],
    ['a kind that every object has', { type: 'constructor' }],
    ['an id with other letters', { id: 'a.b' }],
    ['an empty id', { id: '' }],
    ['an id that objects give a meaning', { id: '__proto__' }],
    ['a long id', { id: 'x'.repeat(65) }],
    ['no name', { name: ' ' }],
    ['a position that is no number', { position: { x: Number.POSITIVE_INFINITY, y: 0 } }],
    ['a third coordinate', { position: { x: 0, y: 0, z: 0 } }],
    ['settings that are no object', { settings: [] }],
    ['an unknown field', { secret: 'x' }],
  ])('refuses a node with %s', (_name, change) => {
    const parsed = graph.safeParse({ nodes: [{ ...node, ...change }], edges: [] });
    expect(parsed.success).toBe(false);
  });

  it.each([
    ['nodes', limits.nodesPerBot, '1,000'],
    ['arrows', limits.arrowsPerBot, '2,000'],
  ])('allows the maximum number of %s, and refuses more with advice', (kind, maxCount, number) => {
    const sentences = (length: number) => {
      const ids = Array.from({ length }, (_, n) => `n${n}`);
      const nodes = kind === 'nodes' ? ids.map((id) => ({ ...node, id })) : [node];
      const edges = ids.map((id) => ({ id, source: 'a', target: 'b' }));
      const parsed = graph.safeParse({ nodes, edges: kind === 'arrows' ? edges : [] });
      return parsed.error?.issues.map(({ message }) => message) ?? [];
    };
    const advice = 'Split it into several bots: one starts the next by calling its listener.';
    expect(sentences(maxCount)).toEqual([]);
    expect(sentences(maxCount + 1)).toEqual([`A bot has at most ${number} ${kind}. ${advice}`]);
  });

  it('is stored completely, even at the maximum size', async () => {
    const scene = openScene(world);
    const nodes = Array.from({ length: limits.nodesPerBot }, (_, n) => ({
      id: `node-${n}`,
      type: 'note' as const,
      name: `Note ${n}`,
      position: { x: (n % 70) * 220, y: Math.floor(n / 70) * 120 },
      settings: { text: `What step ${n} is about. `.repeat(24) },
    }));
    const bot = newBot.parse({ name: 'Large', graph: { nodes, edges: [] } });
    expect(JSON.stringify(bot).length).toBeGreaterThan(600_000);
    const { _id } = await scene.bots.createBot(scene.root, bot);
    expect((await get(scene, _id)).graph).toEqual(bot.graph);
  });

  it('is checked once, not again when it is opened, published or started', async () => {
    const scene = openScene(world);
    const { _id: bot_id, problems } = await create(scene, 'Isolate');
    expect(scene.checked).toHaveLength(1);
    expect((await get(scene, bot_id)).problems).toEqual(problems);
    await scene.bots.publishBot(scene.root, { bot_id, version: 1 });
    await scene.executions.startExecution(scene.root, { bot_id });
    await save(scene, bot_id, 1);
    expect(scene.checked).toHaveLength(1);
    await save(scene, bot_id, 2, { graph: brokenBot().graph });
    await get(scene, bot_id);
    expect(scene.checked.slice(1)).toEqual([brokenBot().graph]);
  });

  it('is not read from the database after a save', async () => {
    const { documents, ...db } = world.db;
    const readInputs: string[] = [];
    const send: typeof documents.send = (question) => {
      if (question.action === 'Get') readInputs.push(JSON.stringify(question.input));
      return documents.send(question);
    };
    const scene = openScene({ ...world, db: { ...db, documents: { ...documents, send } } });
    const { _id, graph: created } = await create(scene, 'Isolate');
    const { version, graph: saved } = await save(scene, _id, 1, { graph: brokenBot().graph });
    expect([created, version, saved]).toEqual([drawBot('Isolate').graph, 2, brokenBot().graph]);
    expect(readInputs.length).toBeGreaterThan(0);
    const versions = JSON.stringify(world.db.nameOf(botVersionTable));
    expect(readInputs.filter((one) => one.includes(versions))).toEqual([]);
  });

  it('is refused with 413 if no item has room for it', async () => {
    const scene = openScene(world);
    const text = randomBytes(380 * 1024).toString('base64');
    const graph = { nodes: [{ ...node, type: 'note' as const, settings: { text } }], edges: [] };
    const bot = { ...drawBot('Large'), graph };
    const refusal = await refusalFrom(scene.bots.createBot(scene.root, bot));
    expect(refusal?.status).toBe(413);
    expect(await scene.bots.countBots(scene.root, {})).toEqual({ count: 0 });
  });

  it('may contain numbers, names and depths that the database does not support', async () => {
    const scene = openScene(world);
    const deep = JSON.parse(`${'{"a":'.repeat(55)}1${'}'.repeat(55)}`);
    const settings = { big: 2 ** 60, small: 1e-200, '': 1, text: '\ud800', deep };
    const graph = { nodes: [{ ...node, type: 'note' as const, settings }], edges: [] };
    const { _id } = await scene.bots.createBot(scene.root, { ...drawBot('Odd one'), graph });
    expect((await get(scene, _id)).graph).toEqual(graph);
  });
});

describe('a bot', () => {
  it('starts as a disabled draft', async () => {
    const scene = openScene(world);
    const bot = await create(scene, 'Isolate');
    expect(bot).toMatchObject({
      _id: expect.stringMatching(/^bot_[0-9a-f]{44}$/),
      status: 'disabled',
      draft_version: 1,
      version: 1,
      trigger_type: 'on_demand',
      created_by: 'root@example.com',
      problems: [],
    });
    expect(bot.published_version).toBeUndefined();
  });

  it('can be saved although it cannot run yet, and shows its problems', async () => {
    const scene = openScene(world);
    const bot = await scene.bots.createBot(scene.root, brokenBot());
    expect(bot.problems).toMatchObject([{ node_id: 'severe', message: expect.any(String) }]);
  });

  it('has a unique name regardless of case, which it may keep', async () => {
    const scene = openScene(world);
    const one = await create(scene, 'Isolate');
    await create(scene, 'Other one');
    const refusal = await refusalFrom(create(scene, 'ISOLATE'));
    expect(refusal?.body()).toEqual({
      error: 'A bot with this name already exists.',
      field: 'name',
    });
    expect(await statusOf(save(scene, one._id, 1, { name: 'other ONE' }))).toBe(409);
    expect(await statusOf(save(scene, one._id, 1, { name: 'isolate' }))).toBe(200);
  });

  it('does not exist after its deletion', async () => {
    const scene = openScene(world);
    const { _id: bot_id } = await create(scene, 'Isolate');
    expect(await statusOf(scene.bots.deleteBot(scene.root, { bot_id }))).toBe(200);
    const calls = [
      get(scene, bot_id),
      save(scene, bot_id, 1),
      scene.bots.publishBot(scene.root, { bot_id, version: 1 }),
      scene.bots.setBotStatus(scene.root, { bot_id, status: 'disabled' }),
      scene.bots.deleteBot(scene.root, { bot_id }),
    ];
    expect(await Promise.all(calls.map(statusOf))).toEqual([404, 404, 404, 404, 404]);
  });
});

describe('saving a bot', () => {
  it('creates a new version and keeps the earlier versions', async () => {
    const scene = openScene(world);
    const { _id } = await create(scene, 'Isolate');
    const second = drawBot('Isolate', 'start -> note -> end').graph;
    const saved = await save(scene, _id, 1, { graph: second, importance: 'High' });
    expect(saved).toMatchObject({ version: 2, draft_version: 2, importance: 'High' });
    expect(saved.graph).toEqual(second);
    expect((await get(scene, _id, 1)).graph.nodes).toHaveLength(2);
    expect(await statusOf(get(scene, _id, 3))).toBe(404);
    expect(await statusOf(get(scene, _id, 0))).toBe(404);
  });

  it('is refused for an old version and changes nothing', async () => {
    const scene = openScene(world);
    const { _id } = await create(scene, 'Isolate');
    await save(scene, _id, 1, { description: 'Mine' });
    for (const base of [1, 3, 99]) {
      const refusal = await refusalFrom(save(scene, _id, base, { description: 'Theirs' }));
      expect([refusal?.status, refusal?.body().field]).toEqual([409, 'base_version']);
    }
    expect(await get(scene, _id)).toMatchObject({ description: 'Mine', draft_version: 2 });
  });

  it('succeeds once among ten simultaneous saves of the same version', async () => {
    const scene = openScene(world);
    const { _id } = await create(scene, 'Isolate');
    for (let base = 1; base <= 5; base += 1) {
      const { draft_version } = await get(scene, _id);
      const saves = Array.from({ length: 10 }, (_, n) => {
        const { graph } = drawBot('Isolate', `start -> n${n}:note -> end`);
        return statusOf(save(scene, _id, draft_version, { graph, description: `${n}` }));
      });
      const statuses = await Promise.all(saves);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status === 409)).toHaveLength(9);
      const saved = await get(scene, _id);
      expect(saved.graph.nodes[1]?.id).toBe(`n${saved.description}`);
      expect(saved.draft_version).toBeGreaterThan(draft_version);
    }
  });

  it('works after an earlier save died midway', async () => {
    const scene = openScene(world);
    const { _id } = await create(scene, 'Isolate');
    const { graph } = drawBot('Isolate', 'start -> lost:note -> end');
    const lost = { version: 2, graph, saved_by: 'root@example.com', saved_at: 'then' };
    await botVersionStore(scene.db, scene.tenant_id).create(_id, lost);
    expect(await statusOf(get(scene, _id, 2))).toBe(404);
    const publishing = scene.bots.publishBot(scene.root, { bot_id: _id, version: 2 });
    expect(await statusOf(publishing)).toBe(404);
    const saved = await save(scene, _id, 1);
    expect(saved.graph.nodes).toHaveLength(2);
    expect(await statusOf(save(scene, _id, saved.draft_version))).toBe(200);
  });
});

describe('the list of bots', () => {
  it('is newest first, can be filtered and counted, and is paged by cursor', async () => {
    const scene = openScene(world);
    for (let n = 0; n < 25; n += 1) {
      const bot = drawBot(`Isolate ${n}`);
      const fields = { importance: n % 5 === 0 ? ('High' as const) : ('Low' as const) };
      const { _id } = await scene.bots.createBot(scene.root, { ...bot, ...fields });
      if (n % 2 === 0) await scene.bots.publishBot(scene.root, { bot_id: _id, version: 1 });
      scene.time.now += 1000;
    }
    const listNames = async (filter: Parameters<Scene['bots']['countBots']>[1]) => {
      const names: string[] = [];
      let next: string | undefined;
      do {
        const request = { number_of_items: 10, ...filter, ...(next && { next }) };
        const page = await scene.bots.listBots(scene.root, request);
        names.push(...page.items.map(({ name }) => name));
        next = page.next;
      } while (next);
      expect(await scene.bots.countBots(scene.root, filter)).toEqual({ count: names.length });
      return names;
    };
    expect(await listNames({})).toEqual(Array.from({ length: 25 }, (_, n) => `Isolate ${24 - n}`));
    expect(await listNames({ status: 'enabled' })).toHaveLength(13);
    expect(await listNames({ status: 'disabled', importance: 'High' })).toEqual([
      'Isolate 15',
      'Isolate 5',
    ]);
    expect(await listNames({ regex: 'ISOLATE 1' })).toHaveLength(11);
    expect(await listNames({ category: 'Reliability' })).toEqual([]);
    expect(await listNames({ event: 'on_demand' })).toHaveLength(25);
    expect(await listNames({ listener_id: 'lst_none' })).toEqual([]);
    const { next = '' } = await scene.bots.listBots(scene.root, { number_of_items: 10 });
    const otherFilter = { number_of_items: 10, next, status: 'enabled' as const };
    expect(await statusOf(scene.bots.listBots(scene.root, otherFilter))).toBe(400);
  });
});
