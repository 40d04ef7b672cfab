import { startForEvent } from '#lib/domain/executions/runs/event-start.service.ts';
import { botStore } from '#lib/domain/bots/bot.store.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { eventDrivenStart } from '../../bots/draw-bot.ts';
import { openSender } from '../../listeners/sender.ts';
import { refusalFrom } from '../../scene.ts';
import { openLimitedBot } from '../limited-bot.ts';

const world = openTestDatabase();
const queue = (limit: number, key?: string) => ({ limit, when_full: 'queue' as const, key });
const drop = (limit: number) => ({ limit, when_full: 'drop' as const });
const hour = 3600_000;

describe('a bot with a concurrency limit', () => {
  it('never has more than two of ten runs active, and starts them in order', async () => {
    const line = await openLimitedBot(world, queue(2));
    const ids = await line.startMany(10);
    expect(await line.listed('IN_PROGRESS')).toEqual(ids.slice(0, 2));
    expect(await line.listed('QUEUED')).toEqual(ids.slice(2));
    for (const [at, id] of ids.entries()) {
      const { under, held, unstarted } = await line.balance();
      expect(under).toEqual(ids.slice(at, at + 2));
      expect(held).toEqual(under);
      expect(unstarted).toEqual([]);
      await line.end(id);
    }
    expect(await line.listed('SUCCEEDED')).toEqual(ids);
    expect(await line.holders()).toEqual([]);
  });

  it('never exceeds its limit, however many runs start and end at once', async () => {
    const line = await openLimitedBot(world, queue(2));
    await Promise.all(Array.from({ length: 12 }, () => line.start()));
    for (let remaining = 12; remaining > 0; remaining -= 2) {
      const { under, held } = await line.balance();
      expect(under).toHaveLength(2);
      expect(held).toEqual(under);
      await Promise.all(under.flatMap((id) => [line.end(id), line.end(id), line.settle(id)]));
    }
    expect(await line.listed('SUCCEEDED')).toHaveLength(12);
    expect(await line.holders()).toEqual([]);
  });

  it('starts the same run once, however often the start is repeated', async () => {
    const line = await openLimitedBot(world, queue(1));
    const [first = ''] = await line.startMany(1);
    const [second = ''] = await line.startMany(1);
    await Promise.all([first, second, first].map((_id) => line.start(undefined, { _id })));
    expect(await line.listed()).toEqual([first, second]);
    await line.end(first);
    await line.start(undefined, { _id: first });
    expect(await line.holders()).toEqual([second]);
    expect((await line.read(first)).state).toBe('SUCCEEDED');
  });

  it('counts the deadline of a queued run from its start', async () => {
    const line = await openLimitedBot(world, queue(1));
    const [first = '', second = ''] = await line.startMany(2);
    line.scene.time.now += 20 * hour;
    await line.end(first);
    const { deadline_at, created_at } = await line.read(second);
    expect(Date.parse(deadline_at) - Date.parse(created_at)).toBeGreaterThan(43 * hour);
  });

  it('fails a run that was queued until its deadline', async () => {
    const line = await openLimitedBot(world, queue(1));
    const [first = '', second = ''] = await line.startMany(2);
    line.scene.time.now += 24 * hour - 2 * 60_000;
    await line.finish(first);
    const { deadline_at } = await line.read(second);
    line.scene.time.now += 3 * 60_000;
    await line.mend();
    expect(await line.read(second)).toMatchObject({
      state: 'FAILED',
      errors: [`The run waited until its deadline, ${deadline_at}, while others were under way.`],
    });
    expect(await line.balance()).toMatchObject({ under: [], held: [], unsettled: 0 });
  });

  it('starts queued runs after the limit was raised or removed', async () => {
    const line = await openLimitedBot(world, queue(1));
    const ids = await line.startMany(5);
    const { scene, bot_id } = line;
    const { draft_version, ...before } = await line.readBot();
    const stored = botStore(scene.db, scene.tenant_id);
    const settings = { allow_overlap: false, concurrency: queue(3) };
    await stored.change({ ...before, draft_version }, { settings });
    await line.mend();
    expect(await line.listed('IN_PROGRESS')).toEqual(ids.slice(0, 3));
    await stored.change({ ...before, draft_version }, { settings: { allow_overlap: false } });
    await line.mend();
    expect(await line.listed('IN_PROGRESS')).toEqual(ids);
    expect((await line.readBot())._id).toBe(bot_id);
  });
});

describe('the key of a concurrency limit', () => {
  it('separates runs with different values', async () => {
    const line = await openLimitedBot(world, queue(1, '{% $event.host %}'));
    const hosts = ['a', 'b', 'a', undefined, 'b', undefined];
    const ids: string[] = [];
    for (const host of hosts) ids.push(...(await line.startMany(1, { input: { host } })));
    const at = (...places: number[]) => places.map((index) => ids[index]);
    expect(await line.listed('IN_PROGRESS')).toEqual(at(0, 1, 3));
    await line.end(ids[1] ?? '');
    expect(await line.listed('IN_PROGRESS')).toEqual(at(0, 3, 4));
    await line.drainAll();
    expect(await line.listed('SUCCEEDED')).toEqual(ids);
    expect(await line.holders()).toEqual([]);
  });

  it('fails the run with the reason if it cannot be evaluated', async () => {
    const line = await openLimitedBot(world, queue(1, '{% $number($event.host) %}'));
    const [id = ''] = await line.startMany(1, { input: { host: 'web' } });
    expect(await line.read(id)).toMatchObject({
      state: 'FAILED',
      errors: [expect.stringMatching(/^The key of the bot's concurrency limit cannot be eval/)],
    });
    await line.mend();
    expect(await line.balance()).toMatchObject({ held: [], unsettled: 0 });
  });

  it('is refused on saving if it cannot be parsed', async () => {
    const { publish } = await openLimitedBot(world);
    const saved = publish('Other', { concurrency: queue(1, '{% ( %}') });
    expect((await refusalFrom(saved))?.status).toBe(400);
  });

  it.each([
    ['{% $nodes.Fetch.host %}', '$nodes'],
    ['{% $event.host & $run.id %}', '$run'],
  ])('is refused on saving if it reads values that no run has yet: %s', async (key, name) => {
    const { publish } = await openLimitedBot(world);
    const refusal = await refusalFrom(publish('Other', { concurrency: queue(1, key) }));
    expect([refusal?.status, refusal?.message]).toEqual([
      400,
      `The key reads ${name}, which has no value before a run begins. Read $event.`,
    ]);
  });
});

describe('a bot that drops runs above its limit', () => {
  const atLimit =
    "2 runs are under way, the most that this bot's settings permit, and no more are queued.";

  it('records no run above the limit, and returns the reason', async () => {
    const line = await openLimitedBot(world, drop(2));
    const ids = await line.startMany(2);
    expect(await line.start()).toEqual({ dropped: atLimit });
    expect(await line.listed()).toEqual(ids);
    const { bot_id, executions, scene } = line;
    const refusal = await refusalFrom(executions.startExecution(scene.root, { bot_id }));
    expect(refusal?.status).toBe(409);
    expect(refusal?.message).toBe(`${atLimit} Wait until one ends, or start it by force.`);
    await line.end(ids[0] ?? '');
    expect(await line.startMany(1)).toHaveLength(1);
    expect((await line.balance()).held).toHaveLength(2);
  });

  it('shows the drop in the event permanently', async () => {
    const line = await openLimitedBot(world);
    const { scene } = line;
    const sender = await openSender(scene);
    const { listener_id } = sender;
    const bot_id = await line.publish(
      'Busy',
      { concurrency: drop(1) },
      eventDrivenStart(listener_id),
    );
    const start = startForEvent(line.deps);
    const receive = async (n: number) => {
      scene.time.now += 1000;
      const { event_id } = (await sender.send(sender.signed(`{"n":${n}}`))).body;
      return { tenant_id: scene.tenant_id, listener_id, event_id };
    };
    const [first, second] = [await receive(1), await receive(2)];
    const [run = ''] = await start(first);
    expect(await start(second)).toEqual([]);
    await line.end(run);
    expect(await start(second)).toEqual([]);
    expect(await start(first)).toEqual([run]);
    const [listenerEvent] = await sender.events();
    expect(listenerEvent).toMatchObject({
      bot_exc_ids: [],
      dropped: [{ bot_id, bot_name: 'Busy', why: expect.stringMatching(/^One run is under way/) }],
    });
    expect(await line.holders()).toEqual([]);
  });

  it('frees the places of runs that are gone within a minute', async () => {
    const line = await openLimitedBot(world, drop(1));
    const [id = ''] = await line.startMany(1);
    // As after a crash that left the slot taken without anything to report it.
    await line.finish(id);
    expect(await line.start()).toHaveProperty('dropped');
    line.scene.time.now += 61_000;
    expect(await line.startMany(1)).toHaveLength(1);
  });
});

describe('a forced start', () => {
  it('ignores the limit and takes no place', async () => {
    const line = await openLimitedBot(world, queue(1));
    const { executions, scene, bot_id } = line;
    const ids = await line.startMany(2);
    const call = { bot_id, forceStart: true, caching_settings: false, dry_run: true };
    const forced = await executions.startExecution(scene.root, call);
    expect(forced.state).toBe('IN_PROGRESS');
    expect(forced.options).toEqual({ caching_settings: false, dry_run: true });
    expect(await line.holders()).toEqual(ids.slice(0, 1));
    await line.end(forced._id);
    expect(await line.listed('QUEUED')).toEqual(ids.slice(1));
  });

  it('is possible immediately after an abort', async () => {
    const line = await openLimitedBot(world, queue(1));
    const { executions, scene, bot_id } = line;
    const [bot_exc_id = ''] = await line.startMany(1);
    expect((await executions.abortExecution(scene.root, { bot_exc_id })).state).toBe('CANCELLED');
    const call = { bot_id, forceStart: true, caching_settings: false };
    expect((await executions.startExecution(scene.root, call)).state).toBe('IN_PROGRESS');
    await line.deliver();
    expect(await line.holders()).toEqual([]);
  });
});

describe('a queued run', () => {
  it('can be aborted, and the other runs keep their order', async () => {
    const line = await openLimitedBot(world, queue(1));
    const { executions, scene } = line;
    const [first = '', second = '', third = ''] = await line.startMany(3);
    const aborted = await executions.abortExecution(scene.root, { bot_exc_id: second });
    expect(aborted).toMatchObject({ state: 'CANCELLED', errors: ['Aborted by root@example.com.'] });
    expect(JSON.stringify(aborted)).not.toMatch(/queue_at|"slot"|"open"/);
    await line.deliver();
    expect(await line.listed('IN_PROGRESS')).toEqual([first]);
    await line.end(first);
    expect(await line.listed('IN_PROGRESS')).toEqual([third]);
    expect(line.runner.status(second)).toBeUndefined();
  });

  it('is cancelled if the abort and its start meet, 60 times', async () => {
    for (let round = 0; round < 60; round += 1) {
      const line = await openLimitedBot(world, queue(1));
      const { executions, scene } = line;
      const [first = '', second = ''] = await line.startMany(2);
      await line.finish(first);
      const abort = executions.abortExecution(scene.root, { bot_exc_id: second });
      await Promise.all(round % 2 ? [abort, line.settle(first)] : [line.settle(first), abort]);
      await line.deliver();
      expect((await line.read(second)).state).toBe('CANCELLED');
      expect(await line.balance()).toMatchObject({ under: [], held: [], unsettled: 0 });
    }
  });

  it('is cancelled when its bot is deleted', async () => {
    const line = await openLimitedBot(world, queue(1));
    const ids = await line.startMany(3);
    const { bot_id } = line;
    expect(await line.scene.bots.deleteBot(line.scene.root, { bot_id })).toEqual({ open_runs: 1 });
    expect(await line.listed('CANCELLED')).toEqual(ids.slice(1));
    await line.deliver();
    await line.end(ids[0] ?? '');
    expect(await line.balance()).toMatchObject({ under: [], held: [], unsettled: 0 });
  });

  it('is cancelled by the sweep if its bot is gone', async () => {
    const line = await openLimitedBot(world, queue(1));
    const [, second = ''] = await line.startMany(2);
    await botStore(line.scene.db, line.scene.tenant_id).delete(line.bot_id);
    await line.mend();
    expect(await line.read(second)).toMatchObject({
      state: 'CANCELLED',
      errors: ['The bot was deleted before this run could start.'],
    });
  });
});
