import { startForEvent } from '#lib/domain/executions/runs/event-start.service.ts';
import { listenerEventStore } from '#lib/domain/listeners/listener-event.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { timeOfId } from '#lib/kernel/ids.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { person } from '#test/support/people.ts';
import { eventDrivenStart } from '../bots/draw-bot.ts';
import { openLimitedBot } from '../executions/limited-bot.ts';
import { refusalFrom, statusOf } from '../scene.ts';
import { openSender } from './sender.ts';

const world = openTestDatabase();

const droppingSettings = { concurrency: { limit: 1, when_full: 'drop' as const } };

/** A listener whose facts are handled when the test says so. */
const open = async () => {
  const line = await openLimitedBot(world);
  const { scene } = line;
  const sender = await openSender(scene);
  const { listener_id } = sender;
  const start = startForEvent(line.deps);
  const receive = async (n: number) => {
    scene.time.now += 1000;
    return (await sender.send(sender.signed(`{"n":${n}}`))).body.event_id;
  };
  const handle = (event_id: string) => start({ tenant_id: scene.tenant_id, listener_id, event_id });
  /** Handles the latest fact given to the bus. */
  const handlePublished = async () => {
    const fact = scene.facts.findLast((one) => one.type === 'listener_event_received');
    return fact ? start(fact) : [];
  };
  const replay = (event_id: string) =>
    scene.listeners.replayListenerEvent(scene.root, { listener_id, event_id });
  const publish = (name: string, settings = {}) =>
    line.publish(name, settings, eventDrivenStart(listener_id));
  const handlings = async (query: object = {}) => {
    const request = { listener_id, number_of_items: 100, ...query };
    const { items } = await scene.listeners.listListenerEvents(scene.root, request);
    return items.map(({ handling }) => handling);
  };
  return { line, scene, sender, receive, handle, handlePublished, replay, publish, handlings };
};

describe('an event that a bot dropped', () => {
  it('starts that bot once when it is replayed, and no other bot again', async () => {
    const { line, publish, receive, handle, handlePublished, replay, sender, scene } = await open();
    const busy = await publish('Busy', droppingSettings);
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
    await handlePublished();
    await handlePublished();
    const [event] = await sender.events();
    expect(event?.handling).toBe('started');
    expect(event?.dropped).toBeUndefined();
    expect(event?.bot_exc_ids).toHaveLength(2);
    expect(event?.bot_exc_ids).toContain(quick);
    // Two runs by the first event, two by the second: the quick one ran once for it.
    expect(await line.listed()).toHaveLength(4);
    const [replayedRun = ''] = event?.bot_exc_ids?.filter((id) => id !== quick) ?? [];
    expect((await line.read(replayedRun)).trigger).toMatchObject({
      replayed_by: scene.root.user_id,
    });
    expect((await line.read(quick ?? '')).trigger).not.toHaveProperty('replayed_by');
  });
});

describe('an event that no bot waited for', () => {
  it('starts a bot that waits for it now, when it is replayed', async () => {
    const { line, publish, receive, handle, handlePublished, replay, handlings } = await open();
    const event = await receive(1);
    expect(await handlings()).toEqual(['waiting']);
    await handle(event);
    expect(await handlings()).toEqual(['unheard']);
    await publish('Late');
    await replay(event);
    await handlePublished();
    expect(await handlings()).toEqual(['started']);
    expect(await line.listed()).toHaveLength(1);
  });
});

describe('a replay of an event', () => {
  it('keeps the earlier runs of the event, also those of disabled bots', async () => {
    const { line, publish, receive, handle, handlePublished, replay, sender, scene } = await open();
    const busy = await publish('Busy', droppingSettings);
    const quick = await publish('Quick');
    await handle(await receive(1));
    const event = await receive(2);
    const [before = ''] = await handle(event);
    for (const id of await line.listed()) {
      if ((await line.read(id)).bot_id === busy) await line.end(id);
    }
    await scene.bots.setBotStatus(scene.root, { bot_id: quick, status: 'disabled' });
    await replay(event);
    await handlePublished();
    const [storedEvent] = await sender.events();
    expect(storedEvent?.bot_exc_ids).toHaveLength(2);
    expect(storedEvent?.bot_exc_ids).toContain(before);
  });

  it('starts runs with the time of the replay', async () => {
    const { line, publish, receive, handle, handlePublished, replay, scene } = await open();
    const event = await receive(1);
    await handle(event);
    await publish('Late');
    await handle(await receive(2));
    scene.time.now += 3600_000;
    const laterEvent = await receive(3);
    await handle(laterEvent);
    scene.time.now += 1000;
    await replay(event);
    const [lateRun = ''] = await handlePublished();
    expect((await line.listed()).at(-1)).toBe(lateRun);
    expect(timeOfId(lateRun)).toBe(scene.time.now);
  });

  it('is refused while the event waits, and after all its runs have started', async () => {
    const { publish, receive, handle, replay } = await open();
    await publish('Quick');
    const event = await receive(1);
    expect((await refusalFrom(replay(event)))?.message).toMatch(/about to be handled/);
    await handle(event);
    expect((await refusalFrom(replay(event)))?.message).toMatch(/already started runs/);
  });

  it('happens once when several people ask at the same time', async () => {
    const { receive, handle, replay } = await open();
    const event = await receive(1);
    await handle(event);
    const verdicts = await Promise.all([1, 2, 3].map(() => statusOf(replay(event))));
    expect(verdicts.sort()).toEqual([200, 409, 409]);
  });
});

describe('replaying all parked events of a listener', () => {
  const openParked = async (count: number) => {
    const setup = await open();
    const { scene, sender, receive } = setup;
    const { listener_id } = sender;
    const store = listenerEventStore(scene.db, scene.tenant_id, listener_id);
    const park = (id: string) =>
      store.park(id, { at: isoTime(scene.time.now), cause: 'The plan is used up.', tries: 1 });
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1) {
      const id = await receive(n);
      ids.push(id);
      await park(id);
    }
    scene.facts.splice(0);
    const replayAll = (after?: string) =>
      scene.listeners.replayParkedEvents(scene.root, { listener_id, ...(after && { after }) });
    return { ...setup, park, ids, replayAll };
  };

  it('publishes only the parked events, the oldest first', async () => {
    const { receive, handle, ids, replayAll, scene, handlings } = await openParked(3);
    await handle(await receive(9));
    scene.facts.splice(0);
    expect(await replayAll()).toEqual({ replayed: 3 });
    expect(scene.facts.map((one) => 'event_id' in one && one.event_id)).toEqual(ids);
    expect(await handlings()).toEqual(['unheard', 'waiting', 'waiting', 'waiting']);
    expect(await replayAll()).toEqual({ replayed: 0 });
  });

  it('starts a run for each event', async () => {
    const { publish, replayAll, scene, line, handlings } = await openParked(3);
    await publish('Late');
    await replayAll();
    const start = startForEvent(line.deps);
    for (const fact of scene.facts) if (fact.type === 'listener_event_received') await start(fact);
    expect(await handlings()).toEqual(['started', 'started', 'started']);
    expect(await line.listed()).toHaveLength(3);
  });

  it('continues in parts of 100, and skips events that were parked again', async () => {
    const { ids, park, replayAll } = await openParked(101);
    const first = await replayAll();
    expect(first).toEqual({ replayed: 100, after: ids[99] });
    for (const id of ids) await park(id);
    expect(await replayAll(first.after)).toEqual({ replayed: 1 });
  });

  it('publishes each event once when several people ask at the same time', async () => {
    const { replayAll, scene } = await openParked(20);
    const answers = await Promise.all([replayAll(), replayAll(), replayAll()]);
    expect(answers.reduce((sum, { replayed }) => sum + replayed, 0)).toBe(20);
    expect(scene.facts).toHaveLength(20);
  });

  it('is refused for an unknown listener', async () => {
    const { scene } = await openParked(0);
    const request = scene.listeners.replayParkedEvents(scene.root, { listener_id: 'lst_none' });
    expect(await statusOf(request)).toBe(404);
  });
});

describe('the list of events', () => {
  it('hides the names of bots from people who may not see them', async () => {
    const { scene, sender, publish, receive, handle } = await open();
    const busy = await publish('Busy', droppingSettings);
    await handle(await receive(1));
    const second = await receive(2);
    await handle(second);
    const policies = { ALLOW: { listener: { read_listener: true as const } }, DENY: {} };
    const roles = [{ _id: 'role_1', name: 'Listeners only', policies }];
    const reader = person(scene.tenant_id, 'r@example.com', { userType: 'SUBUSER', roles });
    const { listener_id } = sender;
    const all = { listener_id, number_of_items: 100 };
    const { items } = await scene.listeners.listListenerEvents(reader, all);
    const one = await scene.listeners.getListenerEvent(reader, { listener_id, event_id: second });
    const unnamed = [{ bot_id: '', bot_name: 'A bot that you may not see' }];
    for (const event of [items[0], one]) {
      expect(event).toMatchObject({ handling: 'dropped', dropped: unnamed });
      expect(JSON.stringify(event?.dropped)).not.toMatch(new RegExp(`Busy|${busy}`));
    }
  });

  it('can be filtered by the handling of events', async () => {
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
