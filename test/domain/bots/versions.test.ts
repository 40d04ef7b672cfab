import { compareGraphs } from '#lib/domain/bots/version.rules.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw, withPolicy } from '#test/support/drawing.ts';
import { openScene, refusalFrom, statusOf } from '../scene.ts';
import { drawBot, graphOf } from './draw-bot.ts';

const database = openTestDatabase();

const before = draw('start -> fix:http_request -> end', {
  fix: { url: 'https://api.example.com/a' },
});

describe('the comparison of two versions by nodes', () => {
  it('is empty without changes, even if defaults are written out', () => {
    const explicitGraph = draw('start -> fix:http_request -> end', {
      fix: { url: 'https://api.example.com/a', method: 'GET', headers: [] },
    });
    const noChanges = { nodes: [], arrows_added: [], arrows_removed: [], moved: 0 };
    expect(compareGraphs(before, explicitGraph)).toEqual(noChanges);
  });

  it('lists each field that differs in settings and policy', () => {
    const after = withPolicy(
      draw('start -> fix:http_request -> end', {
        fix: { url: 'https://api.example.com/b', method: 'POST' },
      }),
      'fix',
      { retries: 2 },
    );
    const { nodes } = compareGraphs(before, after);
    expect(nodes).toMatchObject([{ node_id: 'fix', how: 'changed' }]);
    expect(nodes[0]?.fields).toEqual([
      { field: 'settings.method', before: 'GET', after: 'POST' },
      {
        field: 'settings.url',
        before: 'https://api.example.com/a',
        after: 'https://api.example.com/b',
      },
      { field: 'policy.retries', before: 0, after: 2 },
    ]);
  });

  it('omits defaults of added and removed nodes', () => {
    const approvalGraph = draw('start -> ask:approval -approved-> end', {
      ask: { approvers: ['ops@example.com'], message: 'Now?', no_self_approval: false },
    });
    const [addedNode] = compareGraphs(draw('start -> end'), approvalGraph).nodes;
    const [removedNode] = compareGraphs(approvalGraph, draw('start -> end')).nodes;
    const settingFields = ['settings.approvers', 'settings.message'];
    expect(addedNode?.fields.map(({ field }) => field)).toEqual(settingFields);
    expect(removedNode?.fields.map(({ field }) => field)).toEqual(settingFields);
  });

  it('lists a node that was disabled, and pinned data that was added', () => {
    const change = (node: object) => ({
      ...before,
      nodes: before.nodes.map((one) => (one.id === 'fix' ? { ...one, ...node } : one)),
    });
    const fieldsOf = (node: object) => compareGraphs(before, change(node)).nodes[0]?.fields;
    expect(fieldsOf({ disabled: true })).toEqual([
      { field: 'disabled', before: undefined, after: true },
    ]);
    expect(fieldsOf({ pinned: { output: null } })).toEqual([
      { field: 'pinned', before: undefined, after: { output: null } },
    ]);
  });

  it('lists added and removed nodes and arrows, and counts moved nodes', () => {
    const after = draw('start -> risky:condition -yes-> fix:http_request -> end', {
      fix: { url: 'https://api.example.com/a' },
    });
    const changes = compareGraphs(before, after);
    expect(changes.nodes.map(({ name, how }) => `${name} ${how}`)).toEqual(['risky added']);
    const texts = (arrows: { text: string }[]) => arrows.map(({ text }) => text);
    expect(texts(changes.arrows_added)).toEqual(['"start" → "risky"', '"risky" (yes) → "fix"']);
    expect(texts(changes.arrows_removed)).toEqual(['"start" → "fix"']);
    expect(changes.moved).toBe(2);
    const back = compareGraphs(after, before);
    expect(back.nodes.map(({ name, how }) => `${name} ${how}`)).toEqual(['risky removed']);
    expect(changes.nodes[0]?.fields).toContainEqual({
      field: 'settings.expression',
      before: undefined,
      after: '{% true %}',
    });
    const swapped = changes.nodes[0]?.fields.map(({ field, before, after }) => ({
      field,
      before: after,
      after: before,
    }));
    expect(back.nodes[0]?.fields).toEqual(swapped);
  });
});

describe('the versions of a bot', () => {
  const saved = async () => {
    const scene = openScene(database);
    const { _id: bot_id } = await scene.bots.createBot(scene.root, drawBot('Isolate hosts'));
    const graph = graphOf('start -> wait:delay -> end');
    const change = { ...drawBot('Isolate hosts'), graph, bot_id, base_version: 1 };
    await scene.bots.updateBot(scene.root, change as never);
    return { scene, bot_id };
  };
  const request = { number_of_items: 10 };

  it('are listed newest first, with the draft and the published version marked', async () => {
    const { scene, bot_id } = await saved();
    await scene.bots.publishBot(scene.root, { bot_id, version: 1 });
    const { items } = await scene.bots.listBotVersions(scene.root, { bot_id, ...request });
    expect(items).toMatchObject([
      { version: 2, is_draft: true, is_published: false, saved_by: scene.root.user_id },
      { version: 1, is_draft: false, is_published: true },
    ]);
  });

  it('are restored as a new version that changes no others', async () => {
    const { scene, bot_id } = await saved();
    const readGraph = async (version: number) =>
      (await scene.bots.getBot(scene.root, { bot_id, version })).graph;
    expect((await readGraph(2)).nodes.map(({ name }) => name)).toContain('wait');
    const restore = { bot_id, version: 1, base_version: 2 };
    const restored = await scene.bots.restoreBotVersion(scene.root, restore);
    expect(restored.version).toBe(3);
    expect(restored.graph).toEqual(await readGraph(1));
    expect(await readGraph(3)).toEqual(await readGraph(1));
    const stale = await refusalFrom(scene.bots.restoreBotVersion(scene.root, restore));
    expect(stale?.status).toBe(409);
  });

  it('are not found if they do not exist or if the organisation is another', async () => {
    const { scene, bot_id } = await saved();
    const otherScene = openScene(database);
    expect(await statusOf(scene.bots.getBot(scene.root, { bot_id, version: 9 }))).toBe(404);
    expect(
      await statusOf(otherScene.bots.listBotVersions(otherScene.root, { bot_id, ...request })),
    ).toBe(404);
  });
});
