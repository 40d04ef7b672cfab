import type { Execution, Trigger } from '#lib/domain/executions/execution.schema.ts';
import { historyCalls } from '#lib/domain/executions/history/history.service.ts';
import { historyQuery } from '#lib/domain/executions/history/history.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { drawBot } from '../../bots/draw-bot.ts';
import { noon, openScene, type Scene, statusOf } from '../../scene.ts';
import { commit, finish, result, startRun } from '../runs.ts';

const world = openTestDatabase();

const second = 1000;
const event: Trigger = { type: 'event', listener_id: 'lst_1', event_id: 'evt_1' };
const manualTrigger = (user_id: string): Trigger => ({ type: 'manual', user_id });

type Query = Parameters<typeof historyQuery.parse>[0];

/** An organisation's history: `start` records a run per second, `walk` reads every page. */
const open = (scene = openScene(world)) => {
  const history = historyCalls(scene);
  const list = (query: object) =>
    history.listExecutions(scene.root, historyQuery.parse(query satisfies Query));
  const pages = async (filter: object, size = 10) => {
    const found: string[][] = [];
    let next: string | undefined;
    do {
      const page = await list({ ...filter, number_of_items: size, ...(next && { next }) });
      found.push(page.items.map(({ bot_name }) => bot_name));
      next = page.next;
    } while (next);
    return found;
  };
  const start = async (fields: Partial<Execution>) => {
    const id = await startRun(scene, fields);
    scene.time.now += second;
    return id;
  };
  const walk = async (filter: object) => (await pages(filter)).flat();
  return { scene, history, list, pages, walk, start };
};

const makeBot = async (scene: Scene, name: string) =>
  (await scene.bots.createBot(scene.root, drawBot(name)))._id;

const fail = (scene: Scene, id: string) =>
  commit(scene, id, { state: 'FAILED', finished_at: isoTime(scene.time.now + 1) });

describe('the history of runs', () => {
  it('is newest first, and is paged by cursor or by page number', async () => {
    const { list, pages, start } = open();
    for (let n = 0; n < 25; n += 1) await start({ bot_name: `Run ${n}` });
    const all = await pages({});
    expect(all.map(({ length }) => length)).toEqual([10, 10, 5]);
    expect(all.flat()).toEqual(Array.from({ length: 25 }, (_, n) => `Run ${24 - n}`));
    for (const [at, page] of [...all, []].entries()) {
      const { items } = await list({ page_number: at + 1 });
      expect(items.map(({ bot_name }) => bot_name)).toEqual(page);
    }
  });

  it('is filtered by bot, caller, state, type and time, alone or combined', async () => {
    const { pages, scene, start, walk } = open();
    const [isolate, report] = [
      await makeBot(scene, 'Isolate host'),
      await makeBot(scene, 'Report findings'),
    ];
    const ada = manualTrigger('ada@example.com');
    const schedule: Trigger = { type: 'schedule', scheduled_time: isoTime(noon) };
    await start({ bot_id: isolate, bot_name: '0 by hand', trigger: ada });
    const failed = await start({ bot_id: isolate, bot_name: '1 by hand, failed', trigger: ada });
    await fail(scene, failed);
    await start({ bot_id: report, bot_name: '2 by event', trigger: event });
    const ended = await start({
      bot_id: report,
      bot_name: '3 by schedule, done',
      trigger: schedule,
    });
    await finish(scene, ended);
    const grace = manualTrigger('grace@example.com');
    await start({ bot_id: report, bot_name: '4 by another hand', trigger: grace });
    const cases: [filter: object, found: string][] = [
      [{}, '43210'],
      [{ bot_id: isolate }, '10'],
      [{ bot_name: 'FIND' }, '432'],
      [{ bot_name: 'hos' }, '10'],
      [{ bot_name: 'no such bot' }, ''],
      [{ bot_name: 'report', bot_id: isolate }, ''],
      [{ bot_name: 'isolate', bot_id: isolate }, '10'],
      [{ bot_caller: 'ada@example.com' }, '10'],
      [{ bot_caller: 'ADA@example.com' }, ''],
      [{ bot_caller: 'ada@example.com', state: 'FAILED' }, '1'],
      [{ bot_caller: 'ada@example.com', bot_id: report }, ''],
      [{ bot_caller: 'grace@example.com', bot_name: 'report' }, '4'],
      [{ state: 'FAILED' }, '1'],
      [{ state: 'IN_PROGRESS' }, '420'],
      [{ state: 'QUEUED' }, ''],
      [{ state: 'IN_PROGRESS', bot_id: isolate }, '0'],
      [{ state: 'IN_PROGRESS', bot_name: 'report' }, '42'],
      [{ state: 'FAILED,SUCCEEDED' }, '31'],
      [{ state: 'SUCCEEDED,IN_PROGRESS,QUEUED' }, '4320'],
      [{ state: 'FAILED,IN_PROGRESS', bot_caller: 'ada@example.com' }, '10'],
      [{ state: 'FAILED,IN_PROGRESS', bot_id: isolate }, '10'],
      [{ state: 'SUCCEEDED,IN_PROGRESS', bot_name: 'FIND' }, '432'],
      [{ bot_type: 'on_demand_bot' }, '410'],
      [{ bot_type: 'event_driven_bot' }, '2'],
      [{ bot_type: 'scheduled_bot', state: 'SUCCEEDED' }, '3'],
      [{ created_from: isoTime(noon + second), created_to: isoTime(noon + 3 * second) }, '321'],
      [{ created_from: isoTime(noon + 1), state: 'IN_PROGRESS' }, '42'],
      [{ created_to: isoTime(noon + second - 1), bot_id: isolate }, '0'],
      [{ created_to: '0001-01-01T00:00:00Z' }, ''],
    ];
    for (const [filter, found] of cases) {
      const names = await walk(filter);
      expect([filter, names.map((name) => name[0]).join('')]).toEqual([filter, found]);
      // With single-item pages, the cursor must work across every index that was read.
      const singly = await pages(filter, 1);
      expect([filter, singly.flat()]).toEqual([filter, names]);
    }
  });

  it('finds a run by its current state in every index', async () => {
    const { scene, start, walk } = open();
    const bot_id = await makeBot(scene, 'Isolate host');
    const user_id = 'ada@example.com';
    const id = await start({ bot_id, bot_name: 'One', trigger: manualTrigger(user_id) });
    const readStates = async () => {
      const states: string[] = [];
      for (const state of ['QUEUED', 'IN_PROGRESS', 'WAITING_FOR_APPROVAL', 'SUCCEEDED']) {
        const filters = [{ state }, { state, bot_id }, { state, bot_caller: user_id }];
        for (const filter of filters) states.push(...(await walk(filter)).map(() => state));
      }
      return states;
    };
    const thrice = (state: string) => [state, state, state];
    expect(await readStates()).toEqual(thrice('IN_PROGRESS'));
    await commit(scene, id, { state: 'WAITING_FOR_APPROVAL' });
    expect(await readStates()).toEqual(thrice('WAITING_FOR_APPROVAL'));
    await commit(scene, id, { results: { one: result('SUCCEEDED') } });
    expect(await readStates()).toEqual(thrice('WAITING_FOR_APPROVAL'));
    await finish(scene, id);
    expect(await readStates()).toEqual(thrice('SUCCEEDED'));
  });

  it('sorts runs of many bots together, whether few or many have the name', async () => {
    const { scene, start, pages } = open();
    const bots: string[] = [];
    for (let n = 0; n < 20; n += 1) {
      bots.push(await makeBot(scene, `${n < 5 ? 'Few' : 'Other'} of many ${n}`));
    }
    for (let n = 0; n < 80; n += 1) {
      const bot_id = bots[n % bots.length] ?? '';
      await start({ bot_id, bot_name: `Run ${n}`, trigger: event });
    }
    const newestFirst = (accept: (n: number) => boolean) =>
      Array.from({ length: 80 }, (_, n) => 79 - n)
        .filter(accept)
        .map((n) => `Run ${n}`);
    const few = await pages({ bot_name: 'few' }, 6);
    expect(few.map(({ length }) => length)).toEqual([6, 6, 6, 2]);
    expect(few.flat()).toEqual(newestFirst((n) => n % 20 < 5));
    expect((await pages({ bot_name: 'of many' }, 30)).flat()).toEqual(newestFirst(() => true));
  });

  it('accepts a cursor for its own list only, and shows no internal fields', async () => {
    const { list, start } = open();
    for (let n = 0; n < 11; n += 1) await start({ bot_id: 'bot_1' });
    const { next = '' } = await list({});
    for (const filter of [{ bot_id: 'bot_1' }, { state: 'IN_PROGRESS' }, { bot_name: 'isolate' }]) {
      expect(await statusOf(list({ ...filter, next }))).toBe(400);
    }
    const otherHistory = open();
    expect(await statusOf(otherHistory.list({ next }))).toBe(400);
    const text = JSON.stringify(await list({}));
    expect(text).not.toMatch(/tenant_id|_key|"open"|results|waits|inline_bytes/);
  });

  it.each([{}, { bot_id: 'bot_1' }, { state: 'FAILED' }])(
    'refuses an end before the start, and accepts equal times: %j',
    (filter) => {
      const [earlier, later] = ['2020-01-01T00:00:00Z', '2026-11-23T00:00:00Z'];
      const problemsBetween = (created_from: string, created_to: string) =>
        historyQuery.safeParse({ ...filter, created_from, created_to }).error?.issues;
      const problem = { message: 'The end is before the start.', path: ['created_to'] };
      expect(problemsBetween(later, earlier)).toMatchObject([problem]);
      expect(problemsBetween(later, later)).toBeUndefined();
    },
  );

  it('lists the states of runs', async () => {
    const { scene, history } = open();
    expect((await history.listExecutionStates(scene.root, {})).states).toContain('QUEUED');
  });
});
