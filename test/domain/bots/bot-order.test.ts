import type { Bot } from '#lib/domain/bots/bot.schema.ts';
import { botOrders, parseSort } from '#lib/domain/bots/bot-order.rules.ts';
import { type BotSort, botSorts } from '#lib/domain/bots/bot-order.schema.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openScene, refusalFrom } from '../scene.ts';
import { drawBot } from './draw-bot.ts';

const world = openTestDatabase();

type CreatedBot = [name: string, importance: Bot['importance'], category: Bot['category']];

/** Created in this order. */
const createdBots: CreatedBot[] = [
  ['Isolate 10', 'High', 'Security'],
  ['isolate 9', 'Low', 'Reliability'],
  ['Archive', 'Medium', 'Security'],
  ['Rotate', 'Low', 'Cost Optimization'],
];

const open = async () => {
  const scene = openScene(world);
  for (const [name, importance, category] of createdBots) {
    await scene.bots.createBot(scene.root, { ...drawBot(name), importance, category });
    scene.time.now += 1000;
  }
  const page = (request: object) =>
    scene.bots.listBots(scene.root, { number_of_items: 10, ...request });
  const names = async (sort?: BotSort) =>
    (await page({ ...(sort && { sort }) })).items.map(({ name }) => name);
  return { scene, page, names };
};

describe('the order of the list of bots', () => {
  it('is newest first by default', async () => {
    const { names } = await open();
    expect(await names()).toEqual(['Rotate', 'Archive', 'isolate 9', 'Isolate 10']);
  });

  it.each<[BotSort, string[]]>([
    ['importance', ['Rotate', 'isolate 9', 'Archive', 'Isolate 10']],
    ['-importance', ['Isolate 10', 'Archive', 'Rotate', 'isolate 9']],
    ['name', ['Archive', 'isolate 9', 'Isolate 10', 'Rotate']],
    ['-name', ['Rotate', 'Isolate 10', 'isolate 9', 'Archive']],
    ['category', ['Rotate', 'isolate 9', 'Archive', 'Isolate 10']],
    ['-updated_at', ['Rotate', 'Archive', 'isolate 9', 'Isolate 10']],
    ['status', ['Rotate', 'Archive', 'isolate 9', 'Isolate 10']],
  ])('may be %s, with equal bots newest first', async (sort, expected) => {
    const { names } = await open();
    expect(await names(sort)).toEqual(expected);
  });

  it('places bots without a scheduled start after scheduled bots', () => {
    const fields = { status: 'enabled', trigger_type: 'scheduled', updated_at: '' } as const;
    const at = (run_at?: string) => ({ ...drawBot('Isolate'), ...fields, run_at });
    const next = at('2026-09-01T12:00:00.000Z');
    expect(botOrders.run_at(next, at())).toBeLessThan(0);
    expect(botOrders.run_at(next, at('2026-09-01T13:00:00.000Z'))).toBeLessThan(0);
  });

  it('applies across all pages, by number and by cursor', async () => {
    const { page } = await open();
    const two = { sort: 'importance', number_of_items: 2 };
    const { items, next } = await page(two);
    const byCursor = await page({ ...two, next });
    const second = await page({ ...two, page_number: 2 });
    expect([...items, ...byCursor.items].map(({ importance }) => importance)).toEqual([
      'Low',
      'Low',
      'Medium',
      'High',
    ]);
    expect(second.items).toEqual(byCursor.items);
  });

  it('refuses a cursor of another order or filter', async () => {
    const { page } = await open();
    const { next } = await page({ sort: 'importance', number_of_items: 2 });
    for (const otherQuery of [{ sort: 'name' }, { sort: 'importance', status: 'enabled' }, {}]) {
      const refusal = await refusalFrom(page({ ...otherQuery, number_of_items: 2, next }));
      expect(refusal?.status).toBe(400);
    }
  });

  it('applies the filter before it splits the list into pages', async () => {
    const { page } = await open();
    const found = await page({ sort: 'name', importance: 'Low', number_of_items: 1 });
    expect(found.items.map(({ name }) => name)).toEqual(['isolate 9']);
  });

  it.each(botSorts)('is read from its name: %s', (sort) => {
    const { by, descending } = parseSort(sort);
    expect(`${descending ? '-' : ''}${by}`).toBe(sort);
  });
});
