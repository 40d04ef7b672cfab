import { limits } from '#lib/kernel/limits.ts';
import { listenerEventView } from '#lib/domain/listeners/listener-event.schema.ts';
import { listenerEventStore, unsentEvents } from '#lib/domain/listeners/listener-event.store.ts';
import { eventRetentionSeconds, receiveWebhook } from '#lib/domain/listeners/webhook.service.ts';
import { parseLosslessly } from '#lib/kernel/json.ts';
import { legalObjects, malformed, notUtf8 } from '#test/kernel/json-corpus.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openScene, refusalFrom } from '../scene.ts';
import { openSender } from './sender.ts';

const world = openTestDatabase();

const unsentEventIds = async (tenant_id: string): Promise<string[]> => {
  const ids: string[] = [];
  for await (const event of unsentEvents(world.db, 'evt_g')) {
    if (event.tenant_id === tenant_id) ids.push(event._id);
  }
  return ids;
};

describe('an authentic call', () => {
  it('is stored, published as one fact and pushed to consoles', async () => {
    const scene = openScene(world);
    const { listener_id, send, signed, events } = await openSender(scene);
    const answer = await send(signed('{"id":"f-1","severity":"HIGH"}', { 'webhook-id': 'd-1' }));
    const { event_id } = answer.body;
    expect(answer).toEqual({ status: 202, body: { event_id } });
    const { tenant_id } = scene;
    const fact = { type: 'listener_event_received', tenant_id, listener_id, event_id };
    expect(scene.facts).toEqual([fact]);
    const messages = scene.frames.map((text) => JSON.parse(text).message);
    expect(messages).toEqual([{ listener_id, event_id }]);
    expect(await events()).toEqual([
      {
        _id: event_id,
        listener_id,
        received_at: '2026-09-01T12:00:00.000Z',
        delivery_id: 'd-1',
        body_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        replays: [],
        bot_exc_ids: [],
        handling: 'waiting',
        payload: { id: 'f-1', severity: 'HIGH' },
      },
    ]);
  });

  it.each([
    ['{"title":"  Bucket\\n is public ","name":"b"}', 'Bucket is public'],
    ['{"detail":{"findings":[{"Title":"Port 22"}]},"detail-type":"Finding"}', 'Port 22'],
    ['{"event":"push"}', 'push'],
    ['{"title":7}', undefined],
  ])('is shown with the title of its payload: %s', async (body, title) => {
    const scene = openScene(world);
    const { send, signed, events } = await openSender(scene);
    await send(signed(body));
    expect((await events())[0]?.title).toBe(title);
    const [fact] = scene.facts;
    expect(fact && 'title' in fact ? fact.title : undefined).toBe(title);
  });

  it('is marked as unsent in the outbox', async () => {
    const scene = openScene(world);
    const { send, signed } = await openSender(scene);
    const { event_id } = (await send(signed('{}'))).body;
    expect(await unsentEventIds(scene.tenant_id)).toEqual([event_id]);
  });

  it('is accepted and kept although the bus and consoles cannot be reached', async () => {
    const scene = openScene(world);
    const { listener_id, type, signed, events } = await openSender(scene);
    const down = async () => {
      throw new Error('down');
    };
    const broken = { bus: { publish: down }, realtime: { push: down } };
    const receive = receiveWebhook({ ...scene.webhooks, ...broken });
    const { status, body } = await receive({ type, listener_id, call: signed('{"a":1}') });
    expect(status).toBe(202);
    expect(await unsentEventIds(scene.tenant_id)).toEqual([body.event_id]);
    expect(await events()).toHaveLength(1);
  });
});

describe('a body that is not a valid payload', () => {
  it('is refused, and nothing is stored', async () => {
    const scene = openScene(world);
    const { status, signed, events } = await openSender(scene);
    const bytes = notUtf8.map(([, hex]) => Buffer.from(`7b2261223a22${hex}227d`, 'hex'));
    for (const body of [...malformed, ...bytes, '[]', '1', 'null', '\ufeff{}']) {
      expect(await status(signed(body))).toBe(400);
    }
    expect(await events()).toEqual([]);
    expect([...scene.facts, ...scene.frames]).toEqual([]);
  });

  it('is refused for its content type or encoding', async () => {
    const scene = openScene(world);
    const { status, signed, events } = await openSender(scene);
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x']) {
      expect(await status(signed('{}', { 'content-type': type }))).toBe(415);
    }
    expect(await status(signed('{}', { 'content-encoding': 'gzip' }))).toBe(415);
    expect(await events()).toEqual([]);
  });

  it('is refused where it lacks a required field', async () => {
    const scene = openScene(world);
    const { send, status, signed, events } = await openSender(scene, {
      payload_validation_fields: ['id', 'toString'],
    });
    const refusal = await refusalFrom(send(signed('{"ID":1}')));
    expect(refusal?.status).toBe(400);
    expect(refusal?.body()).toEqual({
      error: 'The payload lacks id, toString.',
      detail: [
        { msg: 'This field is missing.', loc: ['id'] },
        { msg: 'This field is missing.', loc: ['toString'] },
      ],
    });
    expect(await status(signed('{"id":null,"toString":0}'))).toBe(202);
    expect(await events()).toHaveLength(1);
  });
});

describe('unusual but valid JSON', () => {
  it.each(legalObjects.map((text) => [text.slice(0, 60), text]))(
    'is returned unchanged: %j',
    async (_title, text) => {
      const scene = openScene(world);
      const { listener_id, send, signed } = await openSender(scene);
      const { event_id } = (await send(signed(text))).body;
      const event = await scene.listeners.getListenerEvent(scene.root, { listener_id, event_id });
      const payloadText = JSON.stringify(listenerEventView.parse(event).payload);
      expect(payloadText).toBe(JSON.stringify(parseLosslessly(text)));
    },
  );
});

/** A JSON object of exactly `bytes` bytes. */
const bodyOfSize = (bytes: number): string => `{"a":"${'x'.repeat(bytes - '{"a":""}'.length)}"}`;

describe('the size of a body', () => {
  it.each([
    [-1, 202],
    [0, 202],
    [1, 413],
  ])('is limited: %i bytes beyond the limit returns %i', async (beyond, verdict) => {
    const scene = openScene(world);
    const { listener_id, status, signed, events } = await openSender(scene);
    const body = bodyOfSize(limits.webhookBody + beyond);
    expect(await status(signed(body))).toBe(verdict);
    const [event] = await events();
    if (verdict !== 202) {
      expect(event).toBeUndefined();
      return;
    }
    const one = { listener_id, event_id: event?._id ?? '' };
    const { payload } = await scene.listeners.getListenerEvent(scene.root, one);
    expect(JSON.stringify(payload)).toBe(body);
  });

  it.each([
    [-1, true],
    [0, true],
    [1, false],
  ])('decides about the payload in lists: %i bytes beyond 32 KB, %s', async (beyond, inList) => {
    const scene = openScene(world);
    const { listener_id, send, signed, events } = await openSender(scene);
    const body = bodyOfSize(limits.inlineResult + beyond);
    const { event_id } = (await send(signed(body))).body;
    const [listed] = await events();
    expect(listed?.payload !== undefined).toBe(inList);
    const one = { listener_id, event_id };
    const { payload } = await scene.listeners.getListenerEvent(scene.root, one);
    expect(JSON.stringify(payload)).toBe(body);
  });

  it('allows a large body to be kept as long as its event, and no longer', async () => {
    const scene = openScene(world);
    const { listener_id, send, signed } = await openSender(scene);
    const body = bodyOfSize(limits.inlineResult + 1);
    const { event_id } = (await send(signed(body))).body;
    const store = listenerEventStore(scene.db, scene.tenant_id, listener_id);
    const { body_ref = '' } = (await store.bodyOf(event_id)) ?? {};
    const received = scene.time.now;
    for (const [days, isStored] of [
      [eventRetentionSeconds / (24 * 3600), true],
      [33, true],
      [34, false],
    ] as const) {
      await scene.files.removeDated(received + days * 24 * 3600_000);
      expect(await scene.files.get(body_ref)).toBe(isStored ? body : undefined);
    }
  });

  it('is counted in bytes, not in characters', async () => {
    const scene = openScene(world);
    const { status, signed } = await openSender(scene);
    const letters = '€'.repeat(limits.webhookBody / 3);
    expect(await status(signed(`{"a":"${letters}"}`))).toBe(413);
  });
});
