import { startTriggered } from '#lib/domain/executions/runs/triggered.service.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { onEvents } from '../bots/drawn.ts';
import { openLine } from '../executions/line.ts';
import { refusalFrom, statusOf } from '../scene.ts';
import { openSender } from './sender.ts';

const world = openTestDatabase();

const dropping = { concurrency: { limit: 1, when_full: 'drop' as const } };

/** A listener whose facts are handled when the test says so. */
const open = async () => {
  const line = await openLine(world);
  const { scene } = line;
  const sender = await openSender(scene);
  const { listener_id } = sender;
  const start = startTriggered(line.deps);
  const receive = async (n: number) => {
    scene.time.now += 1000;
    return (await sender.send(sender.signed(`{"n":${n}}`))).body.event_id;
  };
  const handle = (event_id: string) =>
    start({ tenant_id: scene.tenant_id, listener_id, event_id });
  const replay = (event_id: string) =>
    scene.listeners.replayListenerEvent(scene.root, { listener_id, event_id });
  const publish = (name: string, settings = {}) =>
    line.publish(name, settings, onEvents(listener_id));
  const handlings = async (query: object = {}) => {
    const request = { listener_id, number_of_items: 100, ...query };
    const { items } = await scene.listeners.listListenerEvents(scene.root, request);
    return items.map(({ handling }) => handling);
  };
  return { line, scene, sender, receive, handle, replay, publish, handlings };
};

describe('an event that a bot dropped', () => {
  it('starts it once it is replayed, and no other bot again', async () => {
    const { line, publish, receive, handle, replay, sender, scene } = await open();
    const busy = await publish('Busy', dropping);
    await publish('Quick');
    const [first, second] = [await receive(1), await receive(2)];
    await handle(first);
    const [quick] = await handle(second);
    expect((await sender.events())[0]).toMatchObject({
      handling: 'dropped',
      bot_exc_ids: [quick],
      dropped: [{ bot_id: busy, bot_name: 'Busy' }],
    });
    for (const id of await line.listed()) {
      if ((await line.read(id)).bot_id === busy) await line.end(id);
    }
    scene.facts.splice(0);
    expect(await replay(second)).toMatchObject({ handling: 'waiting' });
    expect(scene.facts).toMatchObject([{ type: 'listener_event_received', event_id: second }]);
    await handle(second);
    const [event] = await sender.events();
    expect(event?.handling).toBe('started');
    expect(event?.dropped).toBeUndefined();
    expect(event?.bot_exc_ids).toHaveLength(2);
    expect(event?.bot_exc_ids).toContain(quick);
    // Two runs by the first event, two by the second: the quick one ran once for it.
    expect(await line.listed()).toHaveLength(4);
  });
});

describe('an event that no bot waited for', () => {
  it('starts, as a fresh one would, the bot that waits for it now', async () => {
    const { line, publish, receive, handle, replay, handlings } = await open();
    const event = await receive(1);
    expect(await handlings()).toEqual(['waiting']);
    await handle(event);
    expect(await handlings()).toEqual(['unheard']);
    await publish('Late');
    await replay(event);
    await handle(event);
    expect(await handlings()).toEqual(['started']);
    expect(await line.listed()).toHaveLength(1);
  });
});

describe('a replay', () => {
  it('is refused while the event waits, and once it has started all it starts', async () => {
    const { publish, receive, handle, replay } = await open();
    await publish('Quick');
    const event = await receive(1);
    expect((await refusalFrom(replay(event)))?.message).toMatch(/about to be handled/);
    await handle(event);
    expect((await refusalFrom(replay(event)))?.message).toMatch(/started its runs/);
  });

  it('is made once, of several who ask at the same time', async () => {
    const { receive, handle, replay } = await open();
    const event = await receive(1);
    await handle(event);
    const verdicts = await Promise.all([1, 2, 3].map(() => statusOf(replay(event))));
    expect(verdicts.sort()).toEqual([200, 409, 409]);
  });
});

describe('the list of events', () => {
  it('is narrowed to what became of them', async () => {
    const { publish, receive, handle, handlings } = await open();
    await handle(await receive(1));
    await publish('Quick');
    await handle(await receive(2));
    await receive(3);
    expect(await handlings()).toEqual(['waiting', 'started', 'unheard']);
    expect(await handlings({ handling: 'unheard' })).toEqual(['unheard']);
    expect(await handlings({ handling: 'dropped' })).toEqual([]);
  });
});
