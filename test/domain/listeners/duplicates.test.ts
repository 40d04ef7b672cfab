import { openTestDatabase } from '#test/support/database.ts';
import { openScene } from '../scene.ts';
import { openSender } from './sender.ts';

const world = openTestDatabase();

const rounds = 20;
const senders = 100;
const hour = 3600_000;

const callAtOnce = <T>(count: number, call: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => call(n)));

const count = (numbers: readonly number[], target: number): number =>
  numbers.filter((number) => number === target).length;

describe('a delivery id that is sent again', () => {
  it(`creates one event for ${senders} simultaneous calls, in ${rounds} rounds`, async () => {
    const scene = openScene(world);
    const { send, signed, events } = await openSender(scene);
    for (let round = 0; round < rounds; round += 1) {
      scene.time.now += 1000;
      scene.facts.splice(0);
      const call = signed('{"a":1}', { 'idempotency-key': `delivery-${round}` });
      const answers = await callAtOnce(senders, () => send(call));
      const ids = new Set(answers.map(({ body }) => body.event_id));
      const statuses = answers.map(({ status }) => status);
      expect([ids.size, count(statuses, 202), count(statuses, 200)]).toEqual([1, 1, senders - 1]);
      expect(scene.facts).toMatchObject([{ event_id: [...ids][0] }]);
    }
    expect(await events()).toHaveLength(rounds);
  });

  it('returns the first event, and publishes no new fact', async () => {
    const scene = openScene(world);
    const { send, signed, events } = await openSender(scene);
    const call = signed('{"a":1}', { 'x-github-delivery': 'd-1' });
    const { event_id } = (await send(call)).body;
    scene.facts.splice(0);
    scene.frames.splice(0);
    scene.time.now += 23 * hour;
    expect(await send(call)).toEqual({ status: 200, body: { event_id, duplicate: true } });
    expect([...scene.facts, ...scene.frames]).toEqual([]);
    expect(await events()).toHaveLength(1);
  });

  it('is compared by all its digits where it is a large number', async () => {
    const scene = openScene(world);
    const { status, signed, events } = await openSender(scene, { delivery_id_field: 'id' });
    const [one, neighbour] = ['9007199254740993', '9007199254740992'];
    expect(await status(signed(`{"id":${one}}`))).toBe(202);
    scene.time.now += 1;
    expect(await status(signed(`{"id":${neighbour}}`))).toBe(202);
    expect(await status(signed(`{"id":${one}}`))).toBe(200);
    expect((await events()).map(({ delivery_id }) => delivery_id)).toEqual([neighbour, one]);
  });

  it('is refused with another body, and the first event stays', async () => {
    const scene = openScene(world);
    const { status, signed, events } = await openSender(scene);
    expect(await status(signed('{"a":1}', { 'webhook-id': 'd-1' }))).toBe(202);
    expect(await status(signed('{"a":2}', { 'webhook-id': 'd-1' }))).toBe(409);
    expect(await status(signed('{"a":1} ', { 'webhook-id': 'd-1' }))).toBe(409);
    expect(await status(signed('{"a":1}', { 'webhook-id': 'd-1' }))).toBe(200);
    expect((await events()).map(({ payload }) => payload)).toEqual([{ a: 1 }]);
  });

  it('is accepted with one body when calls with different bodies race', async () => {
    const scene = openScene(world);
    const { status, signed, events } = await openSender(scene);
    const statuses = await callAtOnce(20, (n) =>
      status(signed(`{"n":${n}}`, { 'webhook-id': 'contested' })),
    );
    expect([count(statuses, 202), count(statuses, 409)]).toEqual([1, 19]);
    expect(await events()).toHaveLength(1);
  });

  it('counts as new after 24 hours', async () => {
    const scene = openScene(world);
    const { status, signed, events } = await openSender(scene);
    const first = signed('{"a":1}', { 'webhook-id': 'd-1' });
    expect(await status(first)).toBe(202);
    scene.time.now += 24 * hour - 1000;
    expect(await status(first)).toBe(200);
    scene.time.now += 2000;
    expect(await status(signed('{"a":2}', { 'webhook-id': 'd-1' }))).toBe(202);
    expect(await status(first)).toBe(409);
    expect(await events()).toHaveLength(2);
  });

  it('is separate for each listener', async () => {
    const scene = openScene(world);
    const one = await openSender(scene);
    const secondSender = await openSender(scene, { name: 'Others' });
    const foreignSender = await openSender(openScene(world));
    for (const sender of [one, secondSender, foreignSender]) {
      expect(await sender.status(sender.signed('{}', { 'webhook-id': 'd-1' }))).toBe(202);
    }
  });

  it('may come from the payload field that the listener names', async () => {
    const scene = openScene(world);
    const { status, signed, events } = await openSender(scene, { delivery_id_field: 'id' });
    expect(await status(signed('{"id":"f-1"}'))).toBe(202);
    expect(await status(signed('{"id":"f-1"}'))).toBe(200);
    scene.time.now += 1;
    expect(await status(signed('{"id":7}'))).toBe(202);
    expect(await status(signed('{"id":7}'))).toBe(200);
    expect((await events()).map(({ delivery_id }) => delivery_id)).toEqual(['7', 'f-1']);
  });

  it('differs from another large number that JavaScript reads as equal', async () => {
    const scene = openScene(world);
    const { status, signed, events } = await openSender(scene, { delivery_id_field: 'id' });
    expect(await status(signed('{"id":1234567890123456780}'))).toBe(202);
    expect(await status(signed('{"id":1234567890123456781}'))).toBe(202);
    expect(await events()).toHaveLength(2);
  });

  it.each([
    ['long', 'd'.repeat(4000)],
    ['long and not ASCII', '€'.repeat(600)],
    ['a lone surrogate', '\\ud800'],
    ['the name of an inherited property', '__proto__'],
    ['a key of the table', 'org_1#lst_1'],
  ])('may be %s', async (_name, id) => {
    const scene = openScene(world);
    const { status, signed, events } = await openSender(scene, { delivery_id_field: 'id' });
    expect(await status(signed(`{"id":"${id}"}`))).toBe(202);
    expect(await status(signed(`{"id":"${id}"}`))).toBe(200);
    expect(await status(signed(`{"id":"${id}x"}`))).toBe(202);
    expect(await events()).toHaveLength(2);
  });
});

describe('a call without a delivery id', () => {
  it(`creates one event each for ${senders} equal bodies sent at once`, async () => {
    const scene = openScene(world);
    const { send, signed, events } = await openSender(scene);
    const answers = await callAtOnce(senders, () => send(signed('{"a":1}')));
    expect(new Set(answers.map(({ body }) => body.event_id)).size).toBe(senders);
    expect(answers.every(({ status }) => status === 202)).toBe(true);
    expect(await events()).toHaveLength(senders);
    expect(scene.facts).toHaveLength(senders);
  });
});
