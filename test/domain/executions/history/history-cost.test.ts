import { newExecution } from '#lib/domain/executions/execution.rules.ts';
import type { Trigger } from '#lib/domain/executions/execution.schema.ts';
import { executionStore } from '#lib/domain/executions/execution.store.ts';
import { historyQuery } from '#lib/domain/executions/history/history.schema.ts';
import { historyCalls } from '#lib/domain/executions/history/history.service.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { limits } from '#lib/kernel/limits.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { countedDatabase } from '#test/support/counted-database.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { drawBot } from '../../bots/draw-bot.ts';
import { noon, openScene, type Scene } from '../../scene.ts';
import { result } from '../runs.ts';

const world = openTestDatabase();

const event: Trigger = { type: 'event', listener_id: 'lst_1', event_id: 'evt_1' };
const ada: Trigger = { type: 'manual', user_id: 'ada@example.com' };

/** Records runs one second apart; each has 20 KB of results, and every 100th failed. */
const record = async (scene: Scene, bots: readonly string[], count: number) => {
  const store = executionStore(scene.db, scene.tenant_id);
  const large = result('SUCCEEDED', { output: 'x'.repeat(20_000) });
  const create = async (n: number) => {
    const now = noon + n * 1000;
    const bot = { _id: bots[n % bots.length] ?? '', name: `Bot ${n}` } as never;
    const trigger = n % 10 === 0 ? ada : event;
    const run = newExecution(bot, { _id: timedId('exc', now), trigger, version: 1 }, now);
    const state = n % 100 === 0 ? 'FAILED' : 'SUCCEEDED';
    await store.create({ ...run, state, results: { large } });
  };
  for (let n = 0; n < count; n += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, at) => create(n + at)));
  }
};

describe('a page of the history', () => {
  const scene = () => openScene(world, 'org_with_many_runs');
  const bots: string[] = [];

  beforeAll(async () => {
    for (let n = 0; n < 30; n += 1) {
      const name = `${n < 4 ? 'Few' : 'Other'} of many ${n}`;
      bots.push((await scene().bots.createBot(scene().root, drawBot(name)))._id);
    }
    await record(scene(), bots, 2000);
  });

  const readPage = async (query: object) => {
    const { db, taken } = countedDatabase(scene().db);
    const list = historyCalls({ db }).listExecutions;
    const page = await list(scene().root, historyQuery.parse(query));
    return { page, ...taken() };
  };

  // A match in an index costs its key and then the run itself, hence twice the page size; a search
  // by name looks through 30 bots.
  it.each([
    ['of all runs', {}, 1, 10],
    ['of one bot', () => ({ bot_id: bots[3] }), 2, 20],
    ['of one state', { state: 'FAILED' }, 2, 20],
    ['of one state of a bot', () => ({ state: 'FAILED', bot_id: bots[0] }), 2, 20],
    ['of one caller', { bot_caller: 'ada@example.com' }, 2, 20],
    ['of a caller in one state', { bot_caller: 'ada@example.com', state: 'FAILED' }, 2, 20],
    ['of two standings', { standing: 'FAILED,CANCELLED' }, 3, 20],
    ['of every ended standing', { standing: 'SUCCEEDED,FAILED,CANCELLED' }, 4, 40],
    ['of two standings of a bot', () => ({ standing: 'FAILED,SUCCEEDED', bot_id: bots[0] }), 3, 30],
    // One list for each standing that runs in these states can have.
    ['of two states', { state: 'FAILED,CANCELLED' }, 5, 20],
    ['of every state that ends', { state: 'SUCCEEDED,FAILED,CANCELLED' }, 8, 40],
    ['of a period', { created_to: isoTime(noon + 500_000) }, 1, 10],
    ['of four bots by their name', { bot_name: 'Few' }, 6, 80],
    ['of many bots by their name', { bot_name: 'many' }, 2, 40],
    ['of four bots in one state', { bot_name: 'Few', state: 'FAILED' }, 6, 80],
  ])('%s is read in a few calls and without results', async (_name, query, calls, items) => {
    const filter = typeof query === 'function' ? query() : query;
    const found = await readPage(filter);
    const isShort = found.page.items.length < 10;
    expect(isShort && found.page.next).toBeFalsy();
    expect(found.calls).toBeLessThanOrEqual(calls);
    expect(found.items).toBeLessThanOrEqual(items);
    expect(found.bytes).toBeLessThan(60_000);
  });

  it('costs the same anywhere in the list', async () => {
    let next: string | undefined;
    for (let page = 0; page < 20; page += 1) {
      const found = await readPage({ bot_caller: 'ada@example.com', ...(next && { next }) });
      expect(found.page.items).toHaveLength(10);
      expect([page, found.calls, found.items]).toEqual([page, 2, 20]);
      next = found.page.next;
    }
    expect((await readPage({ bot_caller: 'ada@example.com', next })).page).toEqual({ items: [] });
  });

  it('that finds few runs ends early, but all pages together find every run', async () => {
    const rare = { bot_type: 'scheduled_bot' };
    const first = await readPage(rare);
    expect(first.page.items).toEqual([]);
    expect(first.page.next).toBeDefined();
    // Batches grow to a hundred, so the last one may exceed the limit by less than that.
    expect(first.items).toBeLessThan(limits.passedOver + 100);
    let [pageCount, next] = [1, first.page.next];
    while (next) {
      const { page } = await readPage({ ...rare, next });
      expect(page.items).toEqual([]);
      [pageCount, next] = [pageCount + 1, page.next];
    }
    expect(pageCount).toBe(Math.floor(2000 / limits.passedOver) + 1);
  });

  it('by number continues after full pages, even if its filter skips many runs', async () => {
    const byHand = { bot_type: 'on_demand_bot' };
    const all: string[] = [];
    let next: string | undefined;
    do {
      const { page } = await readPage({ ...byHand, number_of_items: 100, ...(next && { next }) });
      all.push(...page.items.map(({ _id }) => _id));
      next = page.next;
    } while (next);
    expect(all).toHaveLength(200);
    const third = { ...byHand, number_of_items: 40, page_number: 3 };
    const { page } = await readPage(third);
    // A page may end early, as any does if its filter skips many runs.
    expect(page.items.map(({ _id }) => _id)).toEqual(all.slice(80, 80 + page.items.length));
    expect(page.items.length).toBeGreaterThan(0);
  });

  it('with a number beyond the end of the list is empty', async () => {
    const far = { number_of_items: 100, page_number: 1_000_000 };
    expect((await readPage(far)).page).toEqual({ items: [] });
    const sparse = { ...far, number_of_items: 10, bot_type: 'scheduled_bot' };
    expect((await readPage(sparse)).page).toEqual({ items: [] });
  });
});
