import { newBot } from '#lib/domain/bots/bot.schema.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { person } from '#test/support/people.ts';
import { openScene, type Scene, statusOf } from '../scene.ts';
import { connect } from './api-integration.ts';

const world = openTestDatabase();

const make = async (scene: Scene, name: string, picture: string, settings: object) => {
  const graph = draw(picture, settings as Record<string, Record<string, unknown>>);
  const bot = newBot.parse({ name, graph });
  return (await scene.bots.createBot(scene.root, bot))._id;
};

describe('the use of an integration', () => {
  it('lists bots with their versions, schedules and actions', async () => {
    const scene = openScene(world);
    const { accountId: id } = await connect(scene);
    const otherApi = await connect(scene, { alias: 'Other API' });
    const integration = { type: 'rest_api', id };
    const calling = { url: '/users', integration };
    const callingId = await make(scene, 'Asks', 'start -> call:http_request -> end', {
      start: { trigger_type: 'scheduled' },
      call: calling,
    });
    await scene.bots.publishBot(scene.root, { bot_id: callingId, version: 1 });
    const nightly = { cron_expression: '5 1 * * *', tz_info: 'Europe/Berlin' };
    await scene.bots.setBotStatus(scene.root, { bot_id: callingId, status: 'enabled', ...nightly });
    const actingId = await make(scene, 'Acts', 'start -> act:rest_api_action -> end', {
      act: { action: 'github.create_issue', integration: { type: 'github', id } },
    });
    await make(scene, 'Elsewhere', 'start -> call:http_request -> end', {
      call: { url: '/users', integration: { type: 'rest_api', id: otherApi.accountId } },
    });
    const { items } = await scene.integrations.getIntegrationUse(scene.root, { accountId: id });
    expect(items.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      {
        bot_id: actingId,
        name: 'Acts',
        status: expect.any(String),
        used_in: ['draft'],
        actions: [{ action_id: 'github.create_issue', name: 'Create a GitHub issue' }],
      },
      {
        bot_id: callingId,
        name: 'Asks',
        status: 'enabled',
        used_in: ['published', 'draft'],
        schedule: nightly,
        actions: [],
      },
    ]);
  });

  it('tells apart use by the draft and by the published version', async () => {
    const scene = openScene(world);
    const [before, after] = [await connect(scene), await connect(scene, { alias: 'New API' })];
    const settings = (id: string) => ({
      call: { url: '/users', integration: { type: 'rest_api', id } },
    });
    const picture = 'start -> call:http_request -> end';
    const bot_id = await make(scene, 'Moves', picture, settings(before.accountId));
    await scene.bots.publishBot(scene.root, { bot_id, version: 1 });
    const graph = draw(picture, settings(after.accountId));
    const { name, description, category, importance } = newBot.parse({ name: 'Moves', graph });
    const fields = { name, description, category, importance };
    await scene.bots.updateBot(scene.root, { ...fields, bot_id, base_version: 1, graph });
    const usedIn = async (accountId: string) => {
      const { items } = await scene.integrations.getIntegrationUse(scene.root, { accountId });
      return items.map(({ used_in }) => used_in);
    };
    expect(await usedIn(before.accountId)).toEqual([['published']]);
    expect(await usedIn(after.accountId)).toEqual([['draft']]);
  });

  it('includes a bot started by its findings, but not one started by hand', async () => {
    const scene = openScene(world);
    const { accountId } = await connect(scene);
    const start = { trigger_type: 'compliance_finding', integrations: [accountId] };
    const bot_id = await make(scene, 'Mends', 'start -> end', { start });
    const by_hand = { ...start, trigger_type: 'on_demand' };
    await make(scene, 'By hand', 'start -> end', { start: by_hand });
    const { items } = await scene.integrations.getIntegrationUse(scene.root, { accountId });
    expect(items).toMatchObject([{ bot_id, name: 'Mends', used_in: ['draft'], actions: [] }]);
    const request = { number_of_items: 10, integration_id: accountId };
    const found = await scene.bots.listBots(scene.root, request);
    expect(found.items.map(({ _id }) => _id)).toEqual([bot_id]);
  });

  it('hides the names of bots from callers who may not see them', async () => {
    const scene = openScene(world);
    const { accountId } = await connect(scene);
    await make(scene, 'Secret plan', 'start -> call:http_request -> end', {
      call: { url: '/users', integration: { type: 'rest_api', id: accountId } },
    });
    const portalUser = person(scene.tenant_id, 'pia@example.com', { userType: 'SP_USER' });
    const { items } = await scene.integrations.getIntegrationUse(portalUser, { accountId });
    expect(items).toEqual([
      {
        bot_id: '',
        name: 'A bot that you may not see',
        status: expect.any(String),
        used_in: ['draft'],
        actions: [],
      },
    ]);
  });

  it('is hidden from other organisations', async () => {
    const scene = openScene(world);
    const { accountId } = await connect(scene);
    const stranger = openScene(world);
    const call = stranger.integrations.getIntegrationUse(stranger.root, { accountId });
    expect(await statusOf(call)).toBe(404);
  });
});
