import { isWithinResponseLimit } from '#lib/kernel/response-size.ts';
import { limits } from '#lib/kernel/limits.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openScene, refusalFrom } from '../scene.ts';
import { openSender } from './sender.ts';

const world = openTestDatabase();

/** A listener that received these bodies, and its events under a filter. */
const openReceived = async (bodies: readonly string[]) => {
  const scene = openScene(world);
  const { listener_id, status, signed } = await openSender(scene);
  for (const [n, body] of bodies.entries()) {
    expect(await status(signed(body, { 'webhook-id': `d-${n}` }))).toBe(202);
    scene.time.now += 1000;
  }
  const list = (query?: unknown, options: object = {}) =>
    scene.listeners.listListenerEvents(scene.root, {
      listener_id,
      number_of_items: 100,
      ...(query !== undefined && { query: JSON.stringify(query) }),
      ...options,
    });
  const found = async (rules: object[], match = 'all') =>
    (await list({ match, rules })).items.map(({ delivery_id }) => delivery_id).reverse();
  return { scene, listener_id, list, found };
};

const rule = (field: string, operator: string, value?: string) => ({
  field,
  operator,
  ...(value !== undefined && { value }),
});

it('filtering events finds a large numeric id by all its digits', async () => {
  const ids = ['9007199254740993', '9007199254740992'];
  const { found } = await openReceived(ids.map((id) => `{"alert_id":${id}}`));
  for (const [n, id] of ids.entries()) {
    expect(await found([rule('alert_id', 'equals', id)])).toEqual([`d-${n}`]);
  }
});

describe('filtering the events of a listener', () => {
  const bodies = [
    '{"severity":"HIGH","n":1,"title":"Mining activity"}',
    '{"severity":"LOW","n":2,"title":null}',
    '{"severity":"high","n":"1","nested":{"a":1}}',
    '{"n":1.0,"":"empty","toString":"own"}',
    '{}',
  ];
  let found: Awaited<ReturnType<typeof openReceived>>['found'];

  beforeAll(async () => {
    ({ found } = await openReceived(bodies));
  });

  it.each([
    [[], 'all', ['d-0', 'd-1', 'd-2', 'd-3', 'd-4']],
    [[], 'any', ['d-0', 'd-1', 'd-2', 'd-3', 'd-4']],
    [[rule('severity', 'equals', 'HIGH')], 'all', ['d-0']],
    [[rule('severity', 'not_equals', 'HIGH')], 'all', ['d-1', 'd-2', 'd-3', 'd-4']],
    [[rule('severity', 'contains', 'hIG')], 'all', ['d-0', 'd-2']],
    [[rule('severity', 'exists')], 'all', ['d-0', 'd-1', 'd-2']],
    [[rule('severity', 'not_exists')], 'all', ['d-3', 'd-4']],
    [[rule('title', 'exists')], 'all', ['d-0', 'd-1']],
    [[rule('title', 'equals', 'null')], 'all', ['d-1']],
    [[rule('severity', 'equals', '')], 'all', []],
    [[rule('n', 'equals', '1')], 'all', ['d-0', 'd-2', 'd-3']],
    [[rule('nested', 'contains', '"a":1')], 'all', ['d-2']],
    [[rule('nested.a', 'exists')], 'all', []],
    [[rule('toString', 'exists')], 'all', ['d-3']],
    [[rule('__proto__', 'exists')], 'all', []],
    [[rule('constructor', 'exists')], 'all', []],
    [[rule('delivery_id', 'equals', 'd-3')], 'all', ['d-3']],
    [[rule('_id', 'contains', 'evt_')], 'all', ['d-0', 'd-1', 'd-2', 'd-3', 'd-4']],
    [[rule('severity', 'contains', '.*')], 'all', []],
    [[rule('n', 'equals', '1'), rule('severity', 'exists')], 'all', ['d-0', 'd-2']],
    [[rule('n', 'equals', '2'), rule('title', 'contains', 'mining')], 'any', ['d-0', 'd-1']],
  ])('applies %j (%s) and returns %j', async (rules, match, expectedIds) => {
    expect(await found(rules, match)).toEqual(expectedIds);
  });
});

describe('a filter of events', () => {
  it.each([
    ['no JSON', '{'],
    ['a text', '"x"'],
    ['a list', '[]'],
    ['no rules', '{}'],
    ['an unknown operator', { rules: [rule('a', '$where', '1')] }],
    ['an operator of the store', { rules: [rule('a', 'attribute_exists')] }],
    ['an unknown key', { rules: [], $or: [] }],
    ['an unknown key in a rule', { rules: [{ ...rule('a', 'exists'), negate: true }] }],
    ['rules inside rules', { rules: [{ match: 'all', rules: [] }] }],
    ['an empty field', { rules: [rule('', 'exists')] }],
    ['a value that is no text', { rules: [{ field: 'a', operator: 'equals', value: { $ne: 1 } }] }],
    ['an unknown match', { match: 'none', rules: [] }],
    ['51 rules', { rules: Array.from({ length: 51 }, () => rule('a', 'exists')) }],
    ['2000 nested lists', `${'['.repeat(2000)}${']'.repeat(2000)}`],
    ['an own __proto__', '{"rules":[],"__proto__":{"match":"any"}}'],
  ])('is refused with %s', async (_name, query) => {
    const { scene, listener_id } = await openReceived([]);
    const text = typeof query === 'string' ? query : JSON.stringify(query);
    const request = { listener_id, number_of_items: 10, query: text };
    const refusal = await refusalFrom(scene.listeners.listListenerEvents(scene.root, request));
    expect([refusal?.status, refusal?.body().field]).toEqual([400, 'query']);
  });

  it('also searches bodies that are too large for the list', async () => {
    const large = `{"a":"${'x'.repeat(limits.inlineResult)}","kind":"large"}`;
    const { found } = await openReceived([large, '{"kind":"small"}']);
    expect(await found([rule('kind', 'equals', 'large')])).toEqual(['d-0']);
    expect(await found([rule('kind', 'exists')])).toEqual(['d-0', 'd-1']);
  });
});

it('a payload that is too large for one response is read in parts', async () => {
  const body = `{"a":"${'\\"'.repeat(2_000_000)}"}`;
  const { scene, listener_id, list } = await openReceived([body]);
  const { items } = await list();
  const eventKey = { listener_id, event_id: items[0]?._id ?? '' };
  const texts: string[] = [];
  for (let part: number | undefined = 0; part !== undefined;) {
    const request = { ...eventKey, ...(part > 0 && { part }) };
    const event = await scene.listeners.getListenerEvent(scene.root, request);
    expect(event.payload).toBeUndefined();
    expect(isWithinResponseLimit(JSON.stringify(event))).toBe(true);
    texts.push(event.payload_part?.text ?? '');
    part = event.payload_part?.next;
  }
  expect(texts.length).toBeGreaterThan(2);
  expect(texts.join('')).toBe(body);
});

describe('the list of events', () => {
  it('returns the newest events first, in pages, also under a filter', async () => {
    const bodies = Array.from({ length: 25 }, (_, n) => `{"even":${n % 2 === 0}}`);
    const { list } = await openReceived(bodies);
    const readPages = async (query?: unknown, size = 10) => {
      const pages: (string | undefined)[][] = [];
      let next: string | undefined;
      do {
        const page = await list(query, { number_of_items: size, ...(next && { next }) });
        pages.push(page.items.map(({ delivery_id }) => delivery_id));
        next = page.next;
      } while (next !== undefined);
      return pages;
    };
    const pages = await readPages();
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 5]);
    expect(pages.flat()).toEqual(Array.from({ length: 25 }, (_, n) => `d-${24 - n}`));
    const even = await readPages({ rules: [rule('even', 'equals', 'true')] }, 5);
    expect(even.map(({ length }) => length)).toEqual([5, 5, 3]);
    expect(even.flat()).toEqual(Array.from({ length: 13 }, (_, n) => `d-${24 - 2 * n}`));
  });

  it('refuses a cursor of another list or filter, or a changed one', async () => {
    const { scene, list } = await openReceived(Array.from({ length: 11 }, () => '{}'));
    const { next = '' } = await list(undefined, { number_of_items: 10 });
    const otherSender = await openSender(scene, { name: 'Others' });
    const { listener_id } = otherSender;
    const request = { listener_id, number_of_items: 10, next };
    const refusedCalls = [
      list({ rules: [] }, { next }),
      list(undefined, { next: `${next}A` }),
      scene.listeners.listListenerEvents(scene.root, request),
    ];
    for (const call of refusedCalls) expect((await refusalFrom(call))?.status).toBe(400);
  });

  it('contains no events of another listener, also not by their id', async () => {
    const { scene, list } = await openReceived(['{}']);
    const otherSender = await openSender(scene, { name: 'Others' });
    const [event] = (await list()).items;
    const one = { listener_id: otherSender.listener_id, event_id: event?._id ?? '' };
    const refusal = await refusalFrom(scene.listeners.getListenerEvent(scene.root, one));
    expect(refusal?.status).toBe(404);
    expect(await otherSender.events()).toEqual([]);
  });
});
