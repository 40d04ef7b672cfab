import { botStore } from '#lib/domain/bots/bot.store.ts';
import { endedOutbox } from '#lib/domain/executions/execution.rules.ts';
import { historyStore } from '#lib/domain/executions/history/history.store.ts';
import { readPayload } from '#lib/domain/executions/runs/payload.service.ts';
import { sweep } from '#lib/domain/executions/runs/sweep.service.ts';
import { startForEvent } from '#lib/domain/executions/runs/event-start.service.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { limits } from '#lib/kernel/limits.ts';
import type { Fact } from '#lib/ports/bus.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { resolveStep, storeApproval } from '../../approvals/store-approval.ts';
import { drawBot, eventDrivenStart } from '../../bots/draw-bot.ts';
import { openSender } from '../../listeners/sender.ts';
import { noon, openScene, type Scene } from '../../scene.ts';
import { commit, finish, openRunner, runOf, startRun } from '../runs.ts';

const world = openTestDatabase();
const minute = 60_000;

const runsOf = async ({ db, tenant_id }: Scene) =>
  (await historyStore(db, tenant_id).page({}, { number_of_items: 100 }, [])).items;

/** A listener with two enabled bots and a disabled one. */
const open = async () => {
  const scene = openScene(world);
  const runner = openRunner();
  const sender = await openSender(scene);
  for (const name of ['Isolate', 'Report', 'Disabled one']) {
    const bot = drawBot(name, 'start -> end', eventDrivenStart(sender.listener_id));
    const { _id: bot_id } = await scene.bots.createBot(scene.root, bot);
    await scene.bots.publishBot(scene.root, { bot_id, version: 1 });
    const disabled = { bot_id, status: 'disabled' as const };
    if (name === 'Disabled one') await scene.bots.setBotStatus(scene.root, disabled);
  }
  const start = startForEvent({ ...scene, runner });
  const receive = async (body = '{}') => {
    const { event_id } = (await sender.send(sender.signed(body))).body;
    return { tenant_id: scene.tenant_id, listener_id: sender.listener_id, event_id };
  };
  return { scene, runner, sender, start, receive };
};

describe('a received event', () => {
  it('starts one run of each enabled bot, and lists these runs', async () => {
    const { scene, runner, sender, start, receive } = await open();
    const event = await receive();
    const started = await start(event);
    await runner.idle();
    const runs = await runsOf(scene);
    expect(runs.map(({ bot_name }) => bot_name).sort()).toEqual(['Isolate', 'Report']);
    const { listener_id, event_id } = event;
    for (const run of runs) {
      expect(run).toMatchObject({ version: 1, trigger: { type: 'event', listener_id, event_id } });
      expect(runner.status(run._id)?.status).toBe('SUCCEEDED');
    }
    const [listenerEvent] = await sender.events();
    expect(listenerEvent?.bot_exc_ids).toEqual(started);
  });

  it('gives large numbers to its runs as exact texts', async () => {
    const { scene, start, receive } = await open();
    const body = '{"alert_id":9007199254740993,"amount":1e400,"count":7,"ids":[9007199254740995]}';
    await start(await receive(body));
    const [run] = await runsOf(scene);
    if (!run) throw new Error('Nothing was started.');
    expect(await readPayload(scene, { ...run, tenant_id: scene.tenant_id })).toEqual({
      value: { alert_id: '9007199254740993', amount: '1e400', count: 7, ids: ['9007199254740995'] },
    });
  });

  it('starts no run twice, however often it is delivered', async () => {
    const { scene, start, receive } = await open();
    const event = await receive();
    const all = await Promise.all(Array.from({ length: 10 }, () => start(event)));
    await start(event);
    expect(new Set(all.map((ids) => ids.join()))).toHaveProperty('size', 1);
    expect(await runsOf(scene)).toHaveLength(2);
  });

  it('starts the version that is published when it is handled', async () => {
    const { scene, sender, start, receive } = await open();
    const [bot] = await botStore(scene.db, scene.tenant_id).startedBy(sender.listener_id);
    const waiting = eventDrivenStart(sender.listener_id);
    const changed = drawBot(bot?.name ?? '', 'start -> wait:delay -> end', waiting);
    const bot_id = bot?._id ?? '';
    await scene.bots.updateBot(scene.root, { bot_id, base_version: 1, ...changed });
    await start(await receive());
    await scene.bots.publishBot(scene.root, { bot_id, version: 2 });
    scene.time.now += 1000;
    await start(await receive());
    const versions = (await runsOf(scene)).filter((run) => run.bot_id === bot_id);
    expect(versions.map(({ version }) => version)).toEqual([2, 1]);
  });
});

describe('the sweep', () => {
  const runSweep = (scene: Scene, runner: ReturnType<typeof openRunner>) =>
    sweep({ ...scene, runner })();
  const ownFacts = (scene: Scene) =>
    scene.facts.filter((fact) => fact.tenant_id === scene.tenant_id);

  it('ends overdue runs first, and resends many forgotten events in few calls', async () => {
    const { scene, runner, start, receive } = await open();
    await start(await receive());
    await runner.idle();
    const forgotten = await Promise.all(Array.from({ length: 120 }, () => receive()));
    scene.time.now = noon + 25 * 60 * minute;
    const calls: number[] = [];
    let isOverdue = false;
    const publish = async (facts: Fact[]) => {
      if (facts.every(({ type }) => type !== 'listener_event_received')) return;
      calls.push(facts.length);
      isOverdue ||= (await runsOf(scene)).some(({ state }) => state !== 'FAILED');
    };
    await sweep({ ...scene, runner, bus: { publish } })();
    expect(calls).toHaveLength(3);
    expect(calls.reduce((sum, count) => sum + count, 0)).toBe(forgotten.length);
    expect(isOverdue).toBe(false);
  });

  it('resends events that were not handled for two minutes', async () => {
    const { scene, runner, start, receive } = await open();
    const event = await receive();
    scene.facts.splice(0);
    scene.time.now = noon + 2 * minute - 1;
    await runSweep(scene, runner);
    expect(ownFacts(scene)).toEqual([]);
    scene.time.now = noon + 2 * minute + 1;
    await runSweep(scene, runner);
    expect(ownFacts(scene)).toEqual([{ type: 'listener_event_received', ...event }]);
    await start(event);
    scene.facts.splice(0);
    await runSweep(scene, runner);
    expect(ownFacts(scene)).toEqual([]);
  });

  it('resends decisions that were not delivered to their run', async () => {
    const scene = openScene(world);
    const approval_id = await storeApproval(scene);
    await resolveStep(scene, approval_id, 'ada approves all');
    scene.facts.splice(0);
    await runSweep(scene, openRunner());
    const { tenant_id } = scene;
    expect(ownFacts(scene)).toEqual([{ type: 'approval_decided', tenant_id, approval_id }]);
  });

  it('ends the runs that AI agents of an ended run have started', async () => {
    const scene = openScene(world);
    const runner = openRunner();
    const [bot_id, bot_name] = ['bot_1', 'Tidy up'];
    const bot_exc_id = await startRun(scene);
    const trigger = { type: 'agent' as const, bot_id, bot_exc_id, bot_name, above: [bot_id] };
    const child = await startRun(scene, { trigger });
    await commit(scene, bot_exc_id, {
      state: 'CANCELLED',
      finished_at: isoTime(noon),
      outbox: endedOutbox,
    });
    scene.time.now = noon + 2 * minute + 1;
    await runSweep(scene, runner);
    expect(await runOf(scene, child)).toMatchObject({
      state: 'CANCELLED',
      errors: [expect.stringContaining('whose agent started this one has ended')],
    });
  });

  it('fails a run at its deadline with the cause, and not before', async () => {
    const scene = openScene(world);
    const runner = openRunner();
    const id = await startRun(scene);
    scene.time.now = noon + limits.runDeadline - 1;
    await runSweep(scene, runner);
    expect((await runOf(scene, id)).state).toBe('IN_PROGRESS');
    scene.time.now = noon + limits.runDeadline;
    await runSweep(scene, runner);
    expect(await runOf(scene, id)).toMatchObject({
      state: 'FAILED',
      errors: ['The run did not end before its deadline, 2026-09-02T12:00:00.000Z.'],
    });
  });

  it('starts once a run that was recorded but never started', async () => {
    const scene = openScene(world);
    const runner = openRunner();
    const [forgotten, ended] = [await startRun(scene), await startRun(scene)];
    await finish(scene, ended);
    scene.time.now = noon + 3 * minute;
    await runSweep(scene, runner);
    await runSweep(scene, runner);
    await runner.idle();
    expect(runner.status(forgotten)?.status).toBe('SUCCEEDED');
    expect(runner.status(ended)).toBeUndefined();
  });
});
