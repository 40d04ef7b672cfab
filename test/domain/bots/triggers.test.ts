import { botStore } from '#lib/domain/bots/bot.store.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openSender } from '../listeners/sender.ts';
import { openScene, refusalFrom, type Scene, statusOf } from '../scene.ts';
import { brokenBot, drawBot, eventDrivenStart } from './draw-bot.ts';

const world = openTestDatabase();

/** Names of the bots that events of the listener start. */
const startedBy = async (scene: Scene, listener_id: string): Promise<string[]> =>
  (await botStore(scene.db, scene.tenant_id).startedBy(listener_id)).map(({ name }) => name);

const open = async () => {
  const scene = openScene(world);
  const { listener_id } = await openSender(scene);
  const bot = drawBot('Isolate', 'start -> end', eventDrivenStart(listener_id));
  const { _id: bot_id } = await scene.bots.createBot(scene.root, bot);
  const publish = (version = 1) => scene.bots.publishBot(scene.root, { bot_id, version });
  const set = (status: 'enabled' | 'disabled') =>
    scene.bots.setBotStatus(scene.root, { bot_id, status });
  const save = (base_version: number, start: object) =>
    scene.bots.updateBot(scene.root, {
      bot_id,
      base_version,
      ...drawBot('Isolate', 'start -> end', start),
    });
  return { scene, listener_id, bot_id, publish, set, save };
};

describe('a bot that events start', () => {
  it('is started by its listener once it is published, and shows the listener', async () => {
    const { scene, listener_id, publish } = await open();
    expect(await startedBy(scene, listener_id)).toEqual([]);
    expect(await publish()).toMatchObject({
      status: 'enabled',
      published_version: 1,
      trigger_type: 'event_driven',
      listener_id,
    });
    expect(await startedBy(scene, listener_id)).toEqual(['Isolate']);
  });

  it('is not started while it is disabled', async () => {
    const { scene, listener_id, publish, set } = await open();
    await publish();
    expect(await set('disabled')).toMatchObject({ status: 'disabled', listener_id });
    expect(await startedBy(scene, listener_id)).toEqual([]);
    await set('enabled');
    expect(await startedBy(scene, listener_id)).toEqual(['Isolate']);
    await publish();
    expect(await startedBy(scene, listener_id)).toEqual(['Isolate']);
  });

  it('stays disabled when a version is published, unless it is enabled with it', async () => {
    const { scene, listener_id, bot_id, publish, save, set } = await open();
    await publish();
    await set('disabled');
    await save(1, eventDrivenStart(listener_id));
    expect(await publish(2)).toMatchObject({ status: 'disabled', published_version: 2 });
    expect(await startedBy(scene, listener_id)).toEqual([]);
    const enabled = await scene.bots.publishBot(scene.root, { bot_id, version: 1, enable: true });
    expect(enabled).toMatchObject({ status: 'enabled', published_version: 1 });
    expect(await startedBy(scene, listener_id)).toEqual(['Isolate']);
  });

  it('follows the listener of its published version, not of its draft', async () => {
    const { scene, listener_id, publish, save } = await open();
    const otherSender = await openSender(scene, { name: 'Others' });
    await publish();
    const saved = await save(1, eventDrivenStart(otherSender.listener_id));
    expect(saved).toMatchObject({ listener_id, draft_version: 2, published_version: 1 });
    expect(await startedBy(scene, listener_id)).toEqual(['Isolate']);
    await publish(2);
    expect(await startedBy(scene, listener_id)).toEqual([]);
    expect(await startedBy(scene, otherSender.listener_id)).toEqual(['Isolate']);
    await publish(1);
    expect(await startedBy(scene, listener_id)).toEqual(['Isolate']);
    expect(await startedBy(scene, otherSender.listener_id)).toEqual([]);
  });

  it('is no longer started after a version on demand is published', async () => {
    const { scene, listener_id, publish, save } = await open();
    await publish();
    await save(1, { trigger_type: 'on_demand' });
    const published = await publish(2);
    expect(published).toMatchObject({ trigger_type: 'on_demand', status: 'enabled' });
    expect(published.listener_id).toBeUndefined();
    expect(await startedBy(scene, listener_id)).toEqual([]);
  });

  it('is no longer started after its deletion', async () => {
    const { scene, listener_id, bot_id, publish } = await open();
    await publish();
    await scene.bots.deleteBot(scene.root, { bot_id });
    expect(await startedBy(scene, listener_id)).toEqual([]);
  });

  it('is not started by the same listener id of another organisation', async () => {
    const { listener_id, publish } = await open();
    await publish();
    expect(await startedBy(openScene(world), listener_id)).toEqual([]);
  });

  it('is found in the list by its kind of trigger and by its listener', async () => {
    const { scene, listener_id, publish } = await open();
    await publish();
    await scene.bots.createBot(scene.root, drawBot('On demand'));
    const names = async (filter: object) => {
      const request = { number_of_items: 10, ...filter };
      return (await scene.bots.listBots(scene.root, request)).items.map(({ name }) => name);
    };
    expect(await names({ event: 'event_driven' })).toEqual(['Isolate']);
    expect(await names({ event: 'on_demand' })).toEqual(['On demand']);
    expect(await names({ listener_id })).toEqual(['Isolate']);
  });
});

describe('publishing a bot', () => {
  it('is refused with located problems if the version cannot run', async () => {
    const scene = openScene(world);
    const { _id: bot_id } = await scene.bots.createBot(scene.root, brokenBot());
    const refusal = await refusalFrom(scene.bots.publishBot(scene.root, { bot_id, version: 1 }));
    expect(refusal?.status).toBe(400);
    expect(refusal?.body()).toMatchObject({
      error: expect.stringMatching(/^One problem keeps this bot from running\. ./),
      detail: [{ msg: expect.any(String), loc: ['severe'] }],
    });
    expect((await scene.bots.getBot(scene.root, { bot_id })).published_version).toBeUndefined();
  });

  it('requires an existing listener if events start the bot', async () => {
    const scene = openScene(world);
    const foreign = await openSender(openScene(world));
    const deleted = await openSender(scene);
    await scene.listeners.deleteListener(scene.root, { listener_id: deleted.listener_id });
    const starts = [
      { trigger_type: 'event_driven' },
      eventDrivenStart(''),
      eventDrivenStart('lst_none'),
      eventDrivenStart(foreign.listener_id),
      eventDrivenStart(deleted.listener_id),
    ];
    for (const [n, start] of starts.entries()) {
      const bot = drawBot(`Isolate ${n}`, 'start -> end', start);
      const { _id: bot_id } = await scene.bots.createBot(scene.root, bot);
      const publishing = scene.bots.publishBot(scene.root, { bot_id, version: 1 });
      expect(await statusOf(publishing)).toBe(400);
    }
  });

  it('is required before a bot can be enabled', async () => {
    const { set } = await open();
    const refusal = await refusalFrom(set('enabled'));
    expect(refusal?.status).toBe(400);
    expect(refusal?.message).toMatch(/^Publish/);
    expect(await set('disabled')).toMatchObject({ status: 'disabled' });
  });

  it('leaves a consistent state if the status changes at the same moment', async () => {
    const { scene, listener_id, bot_id, publish, save, set } = await open();
    const otherSender = await openSender(scene, { name: 'Others' });
    await save(1, eventDrivenStart(otherSender.listener_id));
    for (let round = 0; round < 30; round += 1) {
      const newStatus = round % 2 === 0 ? 'disabled' : 'enabled';
      await statusOf(publish(1 + (round % 2)));
      await Promise.all([statusOf(publish(2 - (round % 2))), statusOf(set(newStatus))]);
      const bot = await scene.bots.getBot(scene.root, { bot_id });
      const started = [
        ...(await startedBy(scene, listener_id)).map(() => listener_id),
        ...(await startedBy(scene, otherSender.listener_id)).map(() => otherSender.listener_id),
      ];
      expect(started).toEqual(bot.status === 'enabled' ? [bot.listener_id] : []);
    }
  });
});
