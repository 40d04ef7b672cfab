import { approvalStore } from '#lib/domain/approvals/approval.store.ts';
import { resumeAnswered } from '#lib/domain/questions/question.service.ts';
import { botStore, botVersionStore } from '#lib/domain/bots/bot.store.ts';
import { queuedRunsOf } from '#lib/domain/executions/slots/queue.service.ts';
import { removeOrphans } from '#lib/domain/executions/runs/orphans.service.ts';
import { pauseStore } from '#lib/domain/pauses/pause.store.ts';
import { pauseTable } from '#lib/domain/pauses/pause.table.ts';
import { type RunStart, startRun } from '#lib/domain/executions/runs/start.service.ts';
import { startForEvent } from '#lib/domain/executions/runs/event-start.service.ts';
import { startScheduledRun } from '#lib/domain/executions/runs/schedule-fired.service.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { readItems } from '#lib/kernel/database.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { scheduleReconciler } from '#lib/schedules.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { resolveStep, storeApproval } from '../approvals/store-approval.ts';
import { type LimitedBot, openLimitedBot } from '../executions/limited-bot.ts';
import { commit } from '../executions/runs.ts';
import { openSender } from '../listeners/sender.ts';
import { statusOf } from '../scene.ts';
import { eventDrivenStart } from './draw-bot.ts';

const world = openTestDatabase();
const minute = 60_000;
const trigger = { type: 'manual' as const, user_id: 'root@example.com' };
const concurrency = { limit: 2, when_full: 'queue' as const };

const count = async (items: AsyncIterable<unknown>): Promise<number> => {
  let found = 0;
  for await (const _ of items) found += 1;
  return found;
};

/** What remains of a bot and its runs: `schedules 1, queued 2, places 2, asked 1, versions 1`. */
const countLeftovers = async ({ scene, holders }: LimitedBot, bot_id: string): Promise<string> => {
  const { db, tenant_id, scheduler } = scene;
  const schedules: string[] = [];
  for await (const { id } of scheduler.list('bot')) if (id === bot_id) schedules.push(id);
  const counts = {
    schedules: schedules.length,
    queued: await count(queuedRunsOf(db, { tenant_id, _id: bot_id })),
    places: (await holders()).length,
    asked: await count(readItems(db, { table: pauseTable, partition: tenant_id })),
    versions: await count(botVersionStore(db, tenant_id).numbers(bot_id)),
  };
  return Object.entries(counts)
    .map(([label, found]) => `${label} ${found}`)
    .join(', ');
};

const startRunOf = async (line: LimitedBot, bot_id: string, fields: Partial<RunStart> = {}) => {
  line.scene.time.now += 1000;
  const _id = timedId('exc', line.scene.time.now);
  await startRun(line.deps, await line.readBot(bot_id), { _id, trigger, version: 1, ...fields });
  return _id;
};

/** A scheduled bot with one running run, one that asks, and two that wait for a slot. */
const openBusy = async () => {
  const line = await openLimitedBot(world);
  const { scene } = line;
  const bot_id = await line.publish('Nightly', { concurrency }, { trigger_type: 'scheduled' });
  const enabled = { bot_id, status: 'enabled' as const, cron_expression: '5 * * * *' };
  await scene.bots.setBotStatus(scene.root, enabled);
  const running = await startRunOf(line, bot_id);
  const asking = await startRunOf(line, bot_id);
  const queued = [await startRunOf(line, bot_id), await startRunOf(line, bot_id)];
  const approval_id = await storeApproval(scene, { bot_exc_id: asking });
  const position = { bot_exc_id: asking, lane: '', node_id: 'ask' };
  await pauseStore(scene.db, scene.tenant_id).put(position, 'token');
  const until = isoTime(scene.time.now + 60 * minute);
  const waiting_for = { node_id: 'ask', kind: 'approval' as const, until, approval_id };
  await commit(scene, asking, { state: 'WAITING_FOR_APPROVAL', waiting_for });
  const clear = () => removeOrphans(line.deps)();
  return { line, scene, bot_id, running, asking, queued, approval_id, clear };
};

/** Both runs end, through the engine and through the people asked. */
const endBoth = async ({ line, scene, running, asking, approval_id }: Busy) => {
  await line.end(running);
  await resolveStep(scene, approval_id, 'ada approves all');
  const { tenant_id } = scene;
  await resumeAnswered(line.deps, 'approval', tenant_id, approval_id);
  await line.end(asking);
};
type Busy = Awaited<ReturnType<typeof openBusy>>;

describe('a bot that is deleted with running, waiting and queued runs', () => {
  it('starts no more runs, while its active runs end normally', async () => {
    const busy = await openBusy();
    const { line, scene, bot_id, running, asking, queued, approval_id, clear } = busy;
    expect(await countLeftovers(line, bot_id)).toBe(
      'schedules 1, queued 2, places 2, asked 1, versions 1',
    );

    expect(await scene.bots.deleteBot(scene.root, { bot_id })).toEqual({ open_runs: 2 });
    expect(await countLeftovers(line, bot_id)).toBe(
      'schedules 0, queued 0, places 2, asked 1, versions 1',
    );
    for (const id of queued) {
      expect(await line.read(id)).toMatchObject({
        state: 'CANCELLED',
        errors: ['The bot was deleted before this run could start.'],
      });
      expect(line.runner.status(id)).toBeUndefined();
    }
    await line.deliver();
    scene.time.now += 11 * minute;
    await clear();
    expect([(await line.read(running)).state, (await line.read(asking)).state]).toEqual([
      'IN_PROGRESS',
      'WAITING_FOR_APPROVAL',
    ]);
    expect((await approvalStore(scene.db, scene.tenant_id).get(approval_id))?.status).toBe(
      'pending',
    );
    // Active runs still read their version.
    expect(await countLeftovers(line, bot_id)).toMatch(/versions 1$/);

    await endBoth(busy);
    await clear();
    // Only the outline of its version stays, with which its runs are read.
    expect(await countLeftovers(line, bot_id)).toBe(
      'schedules 0, queued 0, places 0, asked 0, versions 1',
    );
    expect(await line.balance()).toEqual({ under: [], held: [], unstarted: [], unsettled: 0 });
    expect(await statusOf(scene.bots.getBot(scene.root, { bot_id }))).toBe(404);
  });

  it('keeps the names of its nodes for its runs, but not their settings', async () => {
    const busy = await openBusy();
    const { line, scene, bot_id, running, clear } = busy;
    const { db, tenant_id } = scene;
    const names = async () =>
      (await line.executions.getExecution(scene.root, { bot_exc_id: running })).names;
    expect(await names()).toBeUndefined();
    await scene.bots.deleteBot(scene.root, { bot_id });
    const storedNames = await names();
    expect(Object.values(storedNames ?? {})).toEqual(['start', 'end']);
    await endBoth(busy);
    scene.time.now += 11 * minute;
    await clear();
    expect(await names()).toEqual(storedNames);
    const outline = await botVersionStore(db, tenant_id).get(bot_id, 1);
    expect(outline?.outline).toBe(true);
    expect(outline?.graph.nodes.map(({ settings }) => settings)).toEqual([{}, {}]);
  });

  it('leaves no version if it never ran', async () => {
    const line = await openLimitedBot(world);
    const { scene } = line;
    const bot_id = await line.publish('Never run');
    await scene.bots.deleteBot(scene.root, { bot_id });
    scene.time.now += 11 * minute;
    await removeOrphans(line.deps)();
    expect(await countLeftovers(line, bot_id)).toMatch(/versions 0$/);
  });

  it('is no longer started by hand, by its schedule, or as an error bot', async () => {
    const { line, scene, bot_id } = await openBusy();
    const otherBot = await line.publish('Other', { error_bot_id: bot_id });
    const before = (await line.listed()).length;
    await scene.bots.deleteBot(scene.root, { bot_id });
    const { executions } = line;
    expect(await statusOf(executions.startExecution(scene.root, { bot_id }))).toBe(404);
    const tick = { kind: 'bot' as const, tenant_id: scene.tenant_id, id: bot_id, tz_info: 'UTC' };
    const due = { ...tick, cron_expression: '5 * * * *', scheduled_time: '2026-09-01T12:05:00Z' };
    expect(await startScheduledRun(line.deps)(due)).toBe('ignored');
    await line.end(await startRunOf(line, otherBot), 'FAILED', ['The host did not answer.']);
    expect(line.warnings).toContain(
      'The error bot of a failed run is missing, disabled or unpublished.',
    );
    expect(await line.listed()).toHaveLength(before + 1);
  });

  it('is not started by an event that was received before', async () => {
    const line = await openLimitedBot(world);
    const { scene } = line;
    const sender = await openSender(scene);
    const { listener_id } = sender;
    const bot_id = await line.publish('Isolate hosts', {}, eventDrivenStart(listener_id));
    const { event_id } = (await sender.send(sender.signed('{}'))).body;
    await scene.bots.deleteBot(scene.root, { bot_id });
    const event = { tenant_id: scene.tenant_id, listener_id, event_id };
    expect(await startForEvent(line.deps)(event)).toEqual([]);
    expect(await line.listed()).toEqual([]);
  });

  it('is cleaned up even if the process dies right after the deletion', async () => {
    const busy = await openBusy();
    const { line, scene, bot_id, queued, clear } = busy;
    const { db, tenant_id } = scene;
    await botVersionStore(db, tenant_id).markUnowned(bot_id, 1, isoTime(scene.time.now));
    await botStore(db, tenant_id).delete(bot_id);
    await line.mend();
    for (const id of queued) expect((await line.read(id)).state).toBe('CANCELLED');
    await endBoth(busy);
    scene.time.now += 11 * minute;
    await clear();
    await scheduleReconciler({ ...line.deps, scheduler: scene.scheduler })();
    expect(await countLeftovers(line, bot_id)).toBe(
      'schedules 0, queued 0, places 0, asked 0, versions 1',
    );
  });

  it('stays as it was if the process dies right before the deletion', async () => {
    const { line, scene, bot_id, clear } = await openBusy();
    await botVersionStore(scene.db, scene.tenant_id).markUnowned(
      bot_id,
      1,
      isoTime(scene.time.now),
    );
    const as = await countLeftovers(line, bot_id);
    scene.time.now += 11 * minute;
    await clear();
    expect(await countLeftovers(line, bot_id)).toBe(as);
    expect((await scene.bots.getBot(scene.root, { bot_id })).version).toBe(1);
  });
});

describe('the error bot of other bots', () => {
  const open = async () => {
    const line = await openLimitedBot(world);
    const { scene } = line;
    const errorBot = await line.publish('Tell the team');
    const otherBot = await line.publish('Other', { error_bot_id: errorBot });
    const settings = { allow_overlap: false, error_bot_id: errorBot };
    const save = async (change: Record<string, unknown> = {}) => {
      const { name, description, category, importance, graph, draft_version } =
        await readOtherBot();
      const details = { name, description, category, importance, graph, settings, ...change };
      const saved = { bot_id: otherBot, base_version: draft_version, ...details };
      return scene.bots.updateBot(scene.root, saved as never);
    };
    const readOtherBot = () => scene.bots.getBot(scene.root, { bot_id: otherBot });
    return { line, scene, errorBot, other: otherBot, settings, look: readOtherBot, save };
  };

  it('is shown with those bots before its deletion', async () => {
    const { scene, errorBot, other } = await open();
    const useOf = (bot_id: string) => scene.bots.getBotUse(scene.root, { bot_id });
    const expectedUse = [{ bot_id: other, name: 'Other' }];
    expect(await useOf(errorBot)).toMatchObject({ error_bot_of: expectedUse, run_by: [] });
    expect(await useOf(other)).toMatchObject({ error_bot_of: [], run_by: [] });
  });

  it('causes a warning at those bots while it is disabled', async () => {
    const { scene, errorBot, look } = await open();
    const readWarnings = async () => (await look()).warnings.map(({ message }) => message);
    await scene.bots.setBotStatus(scene.root, { bot_id: errorBot, status: 'disabled' });
    expect(await readWarnings()).toEqual([
      'The error bot is disabled: failed runs start nothing. ' +
        'Enable it, or choose another one, or none, in the settings of this bot.',
    ]);
    await scene.bots.setBotStatus(scene.root, { bot_id: errorBot, status: 'enabled' });
    expect(await readWarnings()).toEqual([]);
  });

  it('causes a warning after its deletion, and those bots can still be saved', async () => {
    const { scene, errorBot, settings, look, save } = await open();
    expect((await look()).warnings).toEqual([]);
    await scene.bots.deleteBot(scene.root, { bot_id: errorBot });
    const warning = expect.objectContaining({
      message: expect.stringMatching(/^The error bot was deleted/),
      field: expect.objectContaining({ name: 'error_bot_id', title: 'Error bot' }),
    });
    expect((await look()).warnings).toEqual([warning]);
    expect(await save({ importance: 'High' })).toMatchObject({
      importance: 'High',
      settings,
      warnings: [warning],
    });
    const noErrorBot = { allow_overlap: false };
    expect(await save({ settings: noErrorBot })).toMatchObject({
      settings: noErrorBot,
      warnings: [],
    });
    // Choosing it now is rejected at once.
    expect(await statusOf(save())).toBe(400);
  });
});

describe('a bot that is disabled with running, waiting and queued runs', () => {
  it('cancels its queue and reports the number of its open runs', async () => {
    const busy = await openBusy();
    const { line, scene, bot_id, queued } = busy;
    const disabled = { bot_id, status: 'disabled' as const };
    expect(await scene.bots.setBotStatus(scene.root, disabled)).toMatchObject({
      status: 'disabled',
      open_runs: 2,
    });
    expect(await countLeftovers(line, bot_id)).toBe(
      'schedules 0, queued 0, places 2, asked 1, versions 1',
    );
    expect(await line.read(queued[0] ?? '')).toMatchObject({
      state: 'CANCELLED',
      errors: ['The bot was disabled before this run could start.'],
    });
    await endBoth(busy);
    expect(await line.balance()).toMatchObject({ under: [], held: [] });
  });

  it('starts only by hand, whatever enters its queue later', async () => {
    const { line, scene, bot_id, running } = await openBusy();
    await scene.bots.setBotStatus(scene.root, { bot_id, status: 'disabled' });
    const scheduleTrigger = { type: 'schedule' as const, scheduled_time: isoTime(scene.time.now) };
    const scheduledRun = await startRunOf(line, bot_id, { trigger: scheduleTrigger });
    const replayed = { trigger: scheduleTrigger, options: { restarted_by: [trigger.user_id] } };
    const manualRuns = [await startRunOf(line, bot_id), await startRunOf(line, bot_id, replayed)];
    await line.end(running);
    await line.mend();
    expect((await line.read(scheduledRun)).state).toBe('CANCELLED');
    expect((await line.read(manualRuns[0] ?? '')).state).toBe('IN_PROGRESS');
    expect((await line.read(manualRuns[1] ?? '')).state).toBe('QUEUED');
  });
});

describe('deleting a listener', () => {
  it('starts no runs for events that it received, and keeps its bots', async () => {
    const line = await openLimitedBot(world);
    const { scene } = line;
    const sender = await openSender(scene);
    const { listener_id } = sender;
    const bot_id = await line.publish('Isolate hosts', {}, eventDrivenStart(listener_id));
    const { event_id } = (await sender.send(sender.signed('{}'))).body;
    await scene.listeners.deleteListener(scene.root, { listener_id });
    const event = { tenant_id: scene.tenant_id, listener_id, event_id };
    expect(await startForEvent(line.deps)(event)).toEqual([]);
    expect(await line.listed()).toEqual([]);
    const storedEvent = await scene.listeners.getListenerEvent(scene.root, {
      listener_id,
      event_id,
    });
    expect(storedEvent.dropped).toEqual([
      {
        bot_id,
        bot_name: 'Isolate hosts',
        why: 'The listener of this event was deleted before it was handled.',
      },
    ]);
    expect((await scene.bots.getBot(scene.root, { bot_id })).listener_id).toBe(listener_id);
    const request = { bot_id, version: 1 };
    expect(await statusOf(scene.bots.publishBot(scene.root, request))).toBe(400);
    const replay = { listener_id, event_id };
    expect(await statusOf(scene.listeners.replayListenerEvent(scene.root, replay))).toBe(404);
  });
});
