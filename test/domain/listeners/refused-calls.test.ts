import { refusedCallRecorder } from '#lib/domain/listeners/refused-call.service.ts';
import { receiveWebhook } from '#lib/domain/listeners/webhook.service.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { countedDatabase } from '#test/support/counted-database.ts';
import { openScene, type Scene, statusOf } from '../scene.ts';
import { callOf, headerSecretAuth, openSender, querySecretAuth } from './sender.ts';

const world = openTestDatabase();
const hour = 3600_000;

const refusedOf = async (scene: Scene, listener_id: string) =>
  (await scene.listeners.listRefusedCalls(scene.root, { listener_id })).items;

describe('a refused call', () => {
  it.each([
    ['signature', () => callOf('{}'), 401, 'The header x-hub-signature-256 is missing'],
    [
      'signature',
      () => callOf('{}', { 'x-hub-signature-256': 'sha256=00' }),
      401,
      'does not match the body and the secret.',
    ],
    ['header', () => callOf('{}', { 'x-secret-key': 'x' }), 401, 'does not match the listener.'],
    ['query', () => callOf('{}', {}, { token: 'x' }), 401, 'The query parameter secret is missing'],
  ] as const)(
    'is recorded where a %s is wrong (case %#)',
    async (authKind, call, status, reason) => {
      const scene = openScene(world);
      const auth = {
        header: { auth_configs: headerSecretAuth },
        query: { auth_configs: querySecretAuth },
      };
      const sender = await openSender(scene, authKind === 'signature' ? {} : auth[authKind]);
      expect(await sender.status(call())).toBe(status);
      const [noted] = await refusedOf(scene, sender.listener_id);
      expect(noted).toMatchObject({
        count: 1,
        last_status: status,
        last_reason: expect.stringContaining(reason),
      });
      expect(JSON.stringify(noted)).not.toContain(sender.secret);
    },
  );

  it('is recorded with the fault of its body or its address', async () => {
    const scene = openScene(world);
    const { signed, status, listener_id } = await openSender(scene, {
      payload_validation_fields: ['id'],
    });
    expect(await status(signed('{"a":1}'))).toBe(400);
    expect((await refusedOf(scene, listener_id))[0]?.last_reason).toBe('The payload lacks id.');
    expect(await status(signed('{"id":1}'), { type: 'conformity', listener_id })).toBe(401);
    expect(await refusedOf(scene, listener_id)).toMatchObject([
      { count: 2, last_reason: 'The source in the address is not the source of the listener.' },
    ]);
  });

  it('is counted by hour, and leaves the list after a week', async () => {
    const scene = openScene(world);
    const { status, listener_id } = await openSender(scene);
    await status(callOf('{}'));
    scene.time.now += hour;
    await status(callOf('{}'));
    await status(callOf('{}'));
    const counts = async () => (await refusedOf(scene, listener_id)).map(({ count }) => count);
    expect(await counts()).toEqual([2, 1]);
    scene.time.now += 7 * 24 * hour;
    expect(await counts()).toEqual([2]);
  });

  it('causes few writes in a flood, and none where there is no listener', async () => {
    const scene = openScene(world);
    const { type, listener_id } = await openSender(scene);
    const { db, taken } = countedDatabase(scene.db);
    const noteRefused = refusedCallRecorder(db);
    const receive = receiveWebhook({ ...scene.webhooks, noteRefused });
    const flood = async (id: string, calls: number) => {
      for (let n = 0; n < calls; n += 1) {
        expect(await statusOf(receive({ type, listener_id: id, call: callOf('{}') }))).toBe(401);
      }
    };
    await flood('lst_none', 5);
    expect(taken().calls).toBe(0);
    await flood(listener_id, 200);
    expect(taken().calls).toBe(10);
    scene.time.now += 10_000;
    await flood(listener_id, 1);
    expect((await refusedOf(scene, listener_id))[0]?.count).toBe(201);
  });

  it('is not shown to another organisation', async () => {
    const scene = openScene(world);
    const { status, listener_id } = await openSender(scene);
    await status(callOf('{}'));
    const otherScene = openScene(world);
    const request = otherScene.listeners.listRefusedCalls(otherScene.root, { listener_id });
    expect(await statusOf(request)).toBe(404);
  });
});
