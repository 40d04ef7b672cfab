import { actionVersionTable } from '#lib/domain/actions/own-action.table.ts';
import { newAction } from '#lib/domain/actions/own-action.schema.ts';
import { newBot } from '#lib/domain/bots/bot.schema.ts';
import { newIntegration } from '#lib/domain/integrations/integration.schema.ts';
import { readItems } from '#lib/kernel/database.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { person } from '#test/support/people.ts';
import { drawBot } from '../bots/draw-bot.ts';
import { openScene, refusalFrom, type Scene, statusOf } from '../scene.ts';
import { createOwnAction, lookupForm, newActionWith } from './lookup-action.ts';

const world = openTestDatabase();

const page = { number_of_items: 100 };

const list = async (scene: Scene, filter: object = {}) =>
  (await scene.actions.listActions(scene.root, { ...page, ...filter })).items;

const change = (scene: Scene, action_id: string, base_version: number, overrides: object = {}) =>
  scene.actions.updateAction(scene.root, { action_id, base_version, ...newActionWith(overrides) });

describe("an organisation's own action", () => {
  it('is created with its author, version and call', async () => {
    const scene = openScene(world);
    const one = await scene.actions.createAction(scene.root, newActionWith());
    expect(one).toMatchObject({
      _id: expect.stringMatching(/^act_[0-9a-f]{44}$/),
      ...lookupForm,
      parameters_definition: [{ name: 'issue', type: 'text', required: true }],
      category: 'Ticketing',
      owner: 'self',
      user_id: 'root@example.com',
      version: 1,
      created_at: '2026-09-01T12:00:00.000Z',
      calls: 'GET /rest/api/3/issue/{issue}',
    });
    const { _id: action_id } = one;
    expect(await scene.actions.getAction(scene.root, { action_id })).toEqual(one);
  });

  it('is listed before actions of the product; a filter lists only own actions', async () => {
    const scene = openScene(world);
    await createOwnAction(scene, { name: 'Zoom out' });
    await createOwnAction(scene, { name: 'act now', approval_required: true });
    const ownActions = await list(scene, { owner: 'self' });
    expect(ownActions.map(({ name }) => name)).toEqual(['act now', 'Zoom out']);
    const all = await list(scene, { owner: 'all' });
    expect(all.slice(0, 3).map(({ owner }) => owner)).toEqual(['self', 'self', 'all']);
    expect(await list(scene)).toEqual(all);
    const narrowed = { owner: 'self', approval_required: 'true', integration_type: 'jira' };
    expect(await list(scene, narrowed)).toMatchObject([{ name: 'act now' }]);
    expect(await list(scene, { ...narrowed, search_text: 'zoom' })).toEqual([]);
  });

  it('is found by the integration types that its AWS call fits, and by no others', async () => {
    const scene = openScene(world);
    const call = { service: 'guardduty', operation: 'ListDetectors' };
    const action = { name: 'Look for them', description: 'Reads.', executable_type: 'aws', call };
    await scene.actions.createAction(scene.root, newAction.parse(action));
    const found = (integration_type: string) => list(scene, { owner: 'self', integration_type });
    expect(await found('guardduty')).toMatchObject([{ integration_types: ['aws', 'guardduty'] }]);
    expect(await found('aws')).toHaveLength(1);
    expect(await found('security_hub')).toEqual([]);
  });

  it('has a unique name regardless of case, also with simultaneous requests', async () => {
    const scene = openScene(world);
    const names = ['Look up', 'LOOK UP', 'look up', 'Look Up'];
    const statuses = await Promise.all(
      names.map((name) =>
        statusOf(scene.actions.createAction(scene.root, newActionWith({ name }))),
      ),
    );
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409]);
    const refusal = await refusalFrom(createOwnAction(scene, { name: 'lOOK uP' }));
    expect(refusal?.body()).toEqual({
      error: 'An action with this name already exists.',
      field: 'name',
    });
    const otherId = await createOwnAction(scene, { name: 'Other' });
    expect(await statusOf(change(scene, otherId, 1, { name: 'look UP' }))).toBe(409);
    expect(await change(scene, otherId, 1, { name: 'OTHER' })).toMatchObject({ name: 'OTHER' });
  });

  it('requires an integration type that can be connected and called', async () => {
    const scene = openScene(world);
    const of = (integration_type: string) =>
      refusalFrom(scene.actions.createAction(scene.root, newActionWith({ integration_type })));
    expect(await of('nothing')).toMatchObject({ status: 404 });
    expect((await of('smtp'))?.body()).toMatchObject({ field: 'integration_type' });
    const clients = [{ name: 'mail', integration_type: 'smtp' }];
    const python = { executable_type: 'python', call: { code: 'result = 1', clients } };
    const refusal = await refusalFrom(
      scene.actions.createAction(scene.root, newActionWith(python)),
    );
    expect(refusal?.body()).toMatchObject({ field: 'call.clients.0.integration_type' });
  });

  it('is unknown to callers of other organisations', async () => {
    const scene = openScene(world);
    const action_id = await createOwnAction(scene);
    const otherScene = openScene(world);
    const { actions, root } = otherScene;
    const base = { action_id, base_version: 1 };
    const statuses = await Promise.all(
      [
        actions.getAction(root, { action_id }),
        actions.getActionUse(root, { action_id }),
        actions.duplicateAction(root, { action_id }),
        actions.updateAction(root, { ...base, ...newActionWith() }),
        actions.listActionVersions(root, { ...page, action_id }),
        actions.restoreActionVersion(root, { ...base, version: 1 }),
        actions.deleteAction(root, { action_id, although_used: 'true' }),
      ].map(statusOf),
    );
    expect(new Set(statuses)).toEqual(new Set([404]));
    expect(await list(otherScene, { owner: 'self' })).toEqual([]);
    expect(await list(scene, { owner: 'self' })).toHaveLength(1);
  });
});

describe('changing an action', () => {
  it('creates its next version and keeps earlier versions readable and restorable', async () => {
    const scene = openScene(world);
    const action_id = await createOwnAction(scene);
    scene.time.now += 60_000;
    const call = { method: 'GET', path: '/rest/api/3/search' };
    const changed = { call, parameters_definition: [] };
    const bo = person(scene.tenant_id, 'bo@example.com');
    const second = await scene.actions.updateAction(bo, {
      action_id,
      base_version: 1,
      ...newActionWith(changed),
    });
    expect(second).toMatchObject({
      version: 2,
      updated_by: 'bo@example.com',
      updated_at: '2026-09-01T12:01:00.000Z',
      user_id: 'root@example.com',
      call,
    });
    const versions = () => scene.actions.listActionVersions(scene.root, { ...page, action_id });
    expect((await versions()).items).toMatchObject([
      { version: 2, saved_by: 'bo@example.com', is_current: true },
      { version: 1, saved_by: 'root@example.com', is_current: false },
    ]);
    const request = { action_id, version: 1, base_version: 2 };
    const restored = await scene.actions.restoreActionVersion(scene.root, request);
    expect(restored).toMatchObject({ version: 3, call: lookupForm.call });
    expect((await versions()).items).toHaveLength(3);
    expect(await statusOf(scene.actions.restoreActionVersion(scene.root, request))).toBe(409);
    const unknownVersion = { action_id, version: 9, base_version: 3 };
    expect(await statusOf(scene.actions.restoreActionVersion(scene.root, unknownVersion))).toBe(
      404,
    );
    const getVersion = (version: number) =>
      scene.actions.getAction(scene.root, { action_id, version });
    expect(await getVersion(1)).toMatchObject({ version: 1, updated_by: scene.root.user_id });
    expect(await statusOf(getVersion(99))).toBe(404);
  });

  it('saves only one of several simultaneous changes', async () => {
    const scene = openScene(world);
    const action_id = await createOwnAction(scene);
    const all = ['a', 'b', 'c'].map((description) =>
      statusOf(change(scene, action_id, 1, { description })),
    );
    expect((await Promise.all(all)).toSorted()).toEqual([200, 409, 409]);
    const { items } = await scene.actions.listActionVersions(scene.root, { ...page, action_id });
    expect(items.map(({ version }) => version)).toHaveLength(2);
  });
});

describe('a copy of an action', () => {
  it('keeps a host that its type allows; other hosts are refused', async () => {
    const scene = openScene(world);
    const action_id = 'gcp.stop_machine';
    const { call, _id } = await scene.actions.duplicateAction(scene.root, { action_id });
    expect(call).toMatchObject({ path: expect.stringMatching(/^https:\/\/compute\.googleapis/) });
    expect(_id).toMatch(/^act_/);
    const elsewhere = { method: 'GET', path: 'https://elsewhere.example/' };
    for (const integration_type of ['gcp', 'jira']) {
      const action = newActionWith({ name: integration_type, integration_type, call: elsewhere });
      const refusal = await refusalFrom(scene.actions.createAction(scene.root, action));
      expect([refusal?.status, refusal?.body().field]).toEqual([400, 'call.path']);
    }
  });

  it('of an action of the product is an own action', async () => {
    const scene = openScene(world);
    const copy = { action_id: 'slack.post_message' };
    const first = await scene.actions.duplicateAction(scene.root, copy);
    expect(first).toMatchObject({
      name: 'Post a Slack message copy',
      owner: 'self',
      integration_type: 'slack',
      calls: 'POST /chat.postMessage',
    });
    const second = await scene.actions.duplicateAction(scene.root, copy);
    expect(second.name).toBe('Post a Slack message copy 2');
    const third = await scene.actions.duplicateAction(scene.root, { action_id: first._id });
    expect(third.call).toEqual(first.call);
  });

  it('gets a distinct name for each of several simultaneous requests', async () => {
    const scene = openScene(world);
    const copy = { action_id: 'slack.post_message' };
    const copies = await Promise.all(
      Array.from({ length: 5 }, () => scene.actions.duplicateAction(scene.root, copy)),
    );
    const numbered = ['', ' 2', ' 3', ' 4', ' 5'].map(
      (suffix) => `Post a Slack message copy${suffix}`,
    );
    expect(copies.map(({ name }) => name).toSorted()).toEqual(numbered);
  });

  it('can be made of every action of the product except a query', async () => {
    const scene = openScene(world);
    const ready = (await list(scene)).concat(
      (await scene.actions.listActions(scene.root, { ...page, page_number: 2 })).items,
    );
    const [queries, otherActions] = [true, false].map((isQuery) =>
      ready.filter(({ executable_type }) => (executable_type === 'sql') === isQuery),
    );
    for (const { _id: action_id } of queries ?? []) {
      const { actions, root } = scene;
      for (const call of [
        actions.duplicateAction(root, { action_id }),
        actions.exportAction(root, { action_id, kind: 'yaml' }),
      ]) {
        expect((await refusalFrom(call))?.message).toMatch(/cannot be copied or exported/);
      }
    }
    expect(queries).toHaveLength(1);
    for (const { _id: action_id } of otherActions ?? []) {
      const copy = await scene.actions.duplicateAction(scene.root, { action_id });
      expect(copy.owner).toBe('self');
    }
    expect(ready.length).toBeGreaterThan(60);
  });
});

const actionNodeSettings = (action: string, id: string) => ({
  act: {
    action,
    integration: { type: 'jira', id },
    parameters: { issue: 'OPS-1' },
  },
});

describe('the use of an action', () => {
  it('lists bots by draft and published version, and hides names from some callers', async () => {
    const scene = openScene(world);
    const action_id = await createOwnAction(scene);
    const values = { site: 'acme', email: 'ada@example.com', api_token: 'opensesame' };
    const { accountId } = await scene.integrations.createIntegration(
      scene.root,
      newIntegration.parse({ cspName: 'jira', alias: 'Tickets', groups: ['Ops'], values }),
    );
    const settings = actionNodeSettings(action_id, accountId);
    const graph = draw('start -> act:rest_api_action -> end', settings);
    const botForm = newBot.parse({ name: 'Look', graph });
    const { _id: bot_id } = await scene.bots.createBot(scene.root, botForm);
    await scene.bots.createBot(scene.root, drawBot('Other', 'start -> end'));
    const use = () => scene.actions.getActionUse(scene.root, { action_id });
    expect((await use()).items).toMatchObject([
      { name: 'Look', status: 'disabled', used_in: ['draft'] },
    ]);
    const remove = () =>
      refusalFrom(scene.actions.deleteAction(scene.root, { action_id, although_used: 'false' }));
    const refusal = await remove();
    expect(refusal?.status).toBe(409);
    expect(refusal?.message).toContain('"Look" would fail');
    await scene.bots.publishBot(scene.root, { bot_id, version: 1 });
    const emptied = { bot_id, base_version: 1, ...drawBot('Look', 'start -> end') };
    await scene.bots.updateBot(scene.root, emptied);
    expect((await use()).items).toMatchObject([{ name: 'Look', used_in: ['published'] }]);
    expect((await remove())?.status).toBe(409);
    const blind = person(scene.tenant_id, 'bo@example.com', {
      userType: 'SUBUSER',
      roles: [
        { _id: 'role_1', name: 'R', policies: { ALLOW: { action: { '*': true } }, DENY: {} } },
      ],
    });
    const actionUse = await scene.actions.getActionUse(blind, { action_id });
    expect(actionUse.items).toMatchObject([{ bot_id: '', name: 'A bot that you may not see' }]);
  });

  it('does not prevent deletion of an unused action, which deletes its versions', async () => {
    const scene = openScene(world);
    const action_id = await createOwnAction(scene);
    await change(scene, action_id, 1);
    await scene.actions.deleteAction(scene.root, { action_id, although_used: 'false' });
    expect(await statusOf(scene.actions.getAction(scene.root, { action_id }))).toBe(404);
    const remaining: unknown[] = [];
    const partition = `${scene.tenant_id}#${action_id}`;
    for await (const item of readItems(scene.db, { table: actionVersionTable, partition })) {
      remaining.push(item);
    }
    expect(remaining).toEqual([]);
  });
});
