import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { historyStore } from '#lib/domain/executions/history/history.store.ts';
import { sweep } from '#lib/domain/executions/runs/sweep.service.ts';
import { startForEvent } from '#lib/domain/executions/runs/event-start.service.ts';
import { parkFact } from '#lib/domain/listeners/park-fact.service.ts';
import { listenerService } from '#lib/domain/listeners/listener.service.ts';
import { receiveWebhook } from '#lib/domain/listeners/webhook.service.ts';
import { badRequest } from '#lib/kernel/refusal.ts';
import { openLedger } from '#lib/local/ledger.ts';
import type { Fact } from '#lib/ports/bus.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { createLineLog, localBus } from '#test/support/local-bus.ts';
import { resolveStep, storeApproval } from '../approvals/store-approval.ts';
import { drawBot, eventDrivenStart } from '../bots/draw-bot.ts';
import { openRunner } from '../executions/runs.ts';
import { noon, openScene, statusOf, webhookUrl } from '../scene.ts';
import { openSender } from './sender.ts';

const world = openTestDatabase();
const minute = 60_000;

let ledger: DatabaseSync;
const openedBuses: (() => Promise<void>)[] = [];

beforeEach(() => {
  ledger = openLedger(join(mkdtempSync(join(world.folder, 'ledger-')), 'ledger.db'));
});

afterEach(async () => {
  for (const close of openedBuses.splice(0)) await close();
  ledger.close();
});

/** A listener that starts a bot over the embedded bus; the handler fails for chosen events. */
const open = async (wait: (fact: Fact) => Promise<void> = async () => undefined) => {
  const scene = openScene(world);
  const poison = new Set<string>();
  const runner = openRunner();
  const start = startForEvent({ ...scene, runner });
  const { log } = createLineLog();
  const { bus } = localBus({
    database: ledger,
    clock: scene.clock,
    delayAfter: (tries) => (tries < 5 ? 0 : undefined),
    onParked: parkFact({ ...scene, log }),
    handle: async (fact) => {
      if (fact.type !== 'listener_event_received') throw new Error('No such fact here.');
      await wait(fact);
      if (poison.has(fact.event_id)) {
        throw new Error('arn:aws:dynamodb:us-east-1:1:table/x is not there');
      }
      await start(fact);
    },
  });
  openedBuses.push(() => bus.drain(1000));
  const { db, secrets, files, clock } = scene;
  const listeners = listenerService({ db, secrets, files, bus, clock, webhookUrl });
  const receive = receiveWebhook({ ...scene.webhooks, bus });
  const wired = { ...scene, bus, listeners, receive };
  const makeSender = async (name: string) => {
    const sender = await openSender(wired, { name });
    const bot = drawBot(name, 'start -> end', eventDrivenStart(sender.listener_id));
    const { _id: bot_id } = await scene.bots.createBot(scene.root, bot);
    await scene.bots.publishBot(scene.root, { bot_id, version: 1 });
    const { listener_id } = sender;
    const send = async (n: number) =>
      (await sender.send(sender.signed(`{"n":${n}}`))).body.event_id;
    const parked = async () => {
      const request = { listener_id, number_of_items: 100, handling: 'parked' as const };
      return (await listeners.listListenerEvents(scene.root, request)).items;
    };
    const replay = (event_id: string) =>
      listeners.replayListenerEvent(scene.root, { listener_id, event_id });
    return { ...sender, send, parked, replay };
  };
  const runs = async () =>
    (await historyStore(db, scene.tenant_id).page({}, { number_of_items: 100 }, [])).items;
  /** Waits until a condition on stored data holds. */
  const waitUntil = async (isSo: () => Promise<boolean>) => {
    while (!(await isSo())) await turn();
  };
  return { scene: wired, runner, bus, poison, makeSender, runs, waitUntil, start };
};

describe('an event among a hundred whose handling always fails', () => {
  it('is parked with its cause while the others run, and is replayed once', async () => {
    const { scene, bus, poison, makeSender, runs, waitUntil } = await open();
    const sender = await makeSender('Findings');
    const ids: string[] = [];
    for (let n = 0; n < 100; n += 1) ids.push(await sender.send(n));
    const poisonedId = ids[41] ?? '';
    poison.add(poisonedId);
    bus.start();
    await waitUntil(
      async () => (await runs()).length === 99 && (await sender.parked()).length === 1,
    );
    expect(await sender.parked()).toMatchObject([
      {
        _id: poisonedId,
        bot_exc_ids: [],
        payload: { n: 41 },
        parked: {
          at: new Date(noon).toISOString(),
          cause: 'Error: (a resource) is not there',
          tries: 5,
        },
      },
    ]);
    expect(JSON.stringify(await sender.events())).not.toMatch(/parked_key|arn:/);
    // The sweep ignores it, because it was given up.
    scene.time.now += 10 * minute;
    await sweep({ ...scene, runner: openRunner() })();
    expect(await sender.parked()).toHaveLength(1);

    poison.clear();
    const verdicts = await Promise.all([1, 2, 3].map(() => statusOf(sender.replay(poisonedId))));
    expect(verdicts.sort()).toEqual([200, 409, 409]);
    await waitUntil(async () => (await runs()).length === 100);
    expect(await sender.parked()).toEqual([]);
    expect(await statusOf(sender.replay(poisonedId))).toBe(409);
    const started = (await sender.events()).flatMap(({ bot_exc_ids }) => bot_exc_ids);
    expect(new Set(started)).toHaveProperty('size', 100);
  });

  it('is parked again where its replay fails, and can be replayed again', async () => {
    const { bus, poison, makeSender, runs, waitUntil } = await open();
    const sender = await makeSender('Findings');
    const id = await sender.send(1);
    poison.add(id);
    bus.start();
    for (let round = 0; round < 3; round += 1) {
      await waitUntil(async () => (await sender.parked()).length === 1);
      if (round === 2) poison.clear();
      await sender.replay(id);
    }
    await waitUntil(async () => (await runs()).length === 1);
    expect(await sender.parked()).toEqual([]);
  });
});

describe('a parked event', () => {
  const event = async () => {
    const setup = await open();
    const sender = await setup.makeSender('Findings');
    const event_id = await sender.send(1);
    const { listener_id } = sender;
    const { tenant_id } = setup.scene;
    const fact: Fact = { type: 'listener_event_received', tenant_id, listener_id, event_id };
    return { ...setup, sender, event_id, fact };
  };

  it('cannot be an event that was already handled', async () => {
    const { scene, sender, fact, start } = await event();
    if (fact.type === 'listener_event_received') await start(fact);
    const { log, lines } = createLineLog();
    await parkFact({ ...scene, log })(fact, { error: new Error('late'), tries: 5 });
    expect(await sender.parked()).toEqual([]);
    expect(lines).toEqual([]);
  });

  it('shows the first cause, in the words of a refusal', async () => {
    const { scene, sender, fact } = await event();
    const { log } = createLineLog();
    const park = parkFact({ ...scene, log });
    await park(fact, { error: badRequest('Publish a version of this bot first.'), tries: 5 });
    await park(fact, { error: new Error('again'), tries: 5 });
    const [parkedEvent] = await sender.parked();
    expect(parkedEvent?.parked?.cause).toBe('Publish a version of this bot first.');
  });

  it('is published by the sweep where the bus was down during its replay', async () => {
    const { scene, runner, sender, fact, event_id } = await event();
    const { log } = createLineLog();
    await parkFact({ ...scene, log })(fact, { error: new Error('x'), tries: 5 });
    const down = async () => {
      throw new Error('down');
    };
    const listeners = listenerService({ ...scene, bus: { publish: down }, webhookUrl });
    const { listener_id } = sender;
    expect(
      await statusOf(listeners.replayListenerEvent(scene.root, { listener_id, event_id })),
    ).toBe(200);
    scene.time.now += 3 * minute;
    const publishedFacts: Fact[] = [];
    const bus = { publish: async (facts: Fact[]) => void publishedFacts.push(...facts) };
    await sweep({ ...scene, bus, runner })();
    expect(publishedFacts).toContainEqual({ ...fact, replayed: true });
  });

  it('is not found by another organisation', async () => {
    const { sender, event_id } = await event();
    const otherScene = openScene(world);
    const { listener_id } = sender;
    const foreign = otherScene.listeners.replayListenerEvent(otherScene.root, {
      listener_id,
      event_id,
    });
    expect(await statusOf(foreign)).toBe(404);
    expect(await statusOf(sender.replay('evt_none'))).toBe(404);
  });
});

describe('a fact of another type that fails at each attempt', () => {
  it('is logged as an error of its organisation, and is published by the sweep', async () => {
    const scene = openScene(world);
    const { log, lines } = createLineLog();
    const { tenant_id } = scene;
    const approval_id = await storeApproval(scene);
    await resolveStep(scene, approval_id, 'ada approves all');
    const fact: Fact = { type: 'approval_decided', tenant_id, approval_id };
    await parkFact({ ...scene, log })(fact, { error: new Error('x'), tries: 5 });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 'error', tenant_id }]);
    const publishedFacts: Fact[] = [];
    const bus = { publish: async (facts: Fact[]) => void publishedFacts.push(...facts) };
    await sweep({ ...scene, bus, runner: openRunner() })();
    expect(publishedFacts).toContainEqual(fact);
  });
});

describe('a listener whose bots are slow', () => {
  it('does not delay the events and runs of another listener', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const slow = new Set<string>();
    const { bus, makeSender, runs, waitUntil } = await open(async (fact) => {
      if ('listener_id' in fact && slow.has(fact.listener_id)) await released;
    });
    const [busy, calm] = [await makeSender('Busy one'), await makeSender('Calm one')];
    slow.add(busy.listener_id);
    bus.start();
    const flood = Promise.all(Array.from({ length: 200 }, (_, n) => busy.send(n)));
    for (let n = 0; n < 10; n += 1) await calm.send(n);
    await waitUntil(async () => (await runs()).length === 10);
    expect((await runs()).every(({ bot_name }) => bot_name === 'Calm one')).toBe(true);
    await flood;
    release();
    await waitUntil(async () =>
      (await busy.events()).every(({ bot_exc_ids }) => bot_exc_ids?.length),
    );
  });
});
