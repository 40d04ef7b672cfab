import { backlogLimit, combineLimits, tokenBuckets } from '#lib/domain/listeners/rate-limit.ts';
import { receiveWebhook } from '#lib/domain/listeners/webhook.service.ts';
import { limits } from '#lib/kernel/limits.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { noon, openScene, refusalFrom } from '../scene.ts';
import { callOf, openSender, sign } from './sender.ts';

const world = openTestDatabase();
const hour = 3600_000;
const endsInADay = { previous_secret: 'ends_in_24_hours' } as const;

describe('the rate limit of a listener', () => {
  const waits = (count: number, call: () => number) => Array.from({ length: count }, call);

  it('allows a burst, then a fixed number of calls per second', () => {
    const wait = tokenBuckets(limits.listenerRate, limits.listenerBurst);
    expect(waits(limits.listenerBurst, () => wait('a', noon)).every((ms) => ms === 0)).toBe(true);
    expect(wait('a', noon)).toBeCloseTo(1000 / limits.listenerRate);
    const later = waits(limits.listenerRate + 1, () => wait('a', noon + 1000));
    expect(later.filter((ms) => ms === 0)).toHaveLength(limits.listenerRate);
  });

  it('is counted separately for each listener', () => {
    const wait = tokenBuckets(1, 2);
    expect(waits(3, () => wait('a', noon))).toEqual([0, 0, 1000]);
    expect(waits(2, () => wait('b', noon))).toEqual([0, 0]);
  });

  it('never saves up more than a burst', () => {
    const wait = tokenBuckets(1, 2);
    wait('a', noon);
    expect(waits(3, () => wait('a', noon + 24 * hour))).toEqual([0, 0, 1000]);
  });

  it('is not disturbed by a clock that was set back', () => {
    const wait = tokenBuckets(1, 2);
    waits(3, () => wait('a', noon));
    expect(wait('a', noon - hour)).toBe(1000);
    expect(wait('a', noon - hour + 1000)).toBe(0);
  });

  it('refuses calls beyond the limit with a retry-after header', async () => {
    const scene = openScene(world);
    const { listener_id, type, signed, events } = await openSender(scene);
    const receive = receiveWebhook({ ...scene.webhooks, mayAccept: tokenBuckets(0.4, 2) });
    const send = (call = signed('{}')) => refusalFrom(receive({ type, listener_id, call }));
    expect([await send(), await send()]).toEqual([undefined, undefined]);
    const refusal = await send();
    expect(refusal?.status).toBe(429);
    expect(refusal?.extra.headers).toEqual({ 'retry-after': '3' });
    expect((await send(signed('{}', {}, 'wrong')))?.status).toBe(401);
    expect(await events()).toHaveLength(2);
    scene.time.now += 2500;
    expect(await send()).toBeUndefined();
  });

  it('is not used up while a backlog refuses calls', () => {
    let backlog = 7_000;
    const limit = combineLimits(
      backlogLimit((id) => (id === 'a' ? backlog : 0), 5_000),
      tokenBuckets(1, 1),
    );
    expect(waits(3, () => limit('a', noon))).toEqual([2_000, 2_000, 2_000]);
    expect(limit('b', noon)).toBe(0);
    backlog = 5_000;
    expect(waits(2, () => limit('a', noon))).toEqual([0, 1_000]);
  });

  it('is not used up by calls that are not authentic', async () => {
    const scene = openScene(world);
    const { listener_id, type, signed } = await openSender(scene);
    const receive = receiveWebhook({ ...scene.webhooks, mayAccept: tokenBuckets(1, 1) });
    for (let n = 0; n < 10; n += 1) {
      const call = signed('{}', {}, 'wrong');
      expect((await refusalFrom(receive({ type, listener_id, call })))?.status).toBe(401);
    }
    expect(await refusalFrom(receive({ type, listener_id, call: signed('{}') }))).toBeUndefined();
  });
});

describe('the secret of a listener', () => {
  it('is accepted for 24 hours after its rotation, and no longer', async () => {
    const scene = openScene(world);
    const { listener_id, secret: oldSecret, status, signed } = await openSender(scene);
    const { secret } = await scene.listeners.rotateListenerSecret(scene.root, {
      listener_id,
      ...endsInADay,
    });
    expect(secret).not.toBe(oldSecret);
    const verdicts = async () => [
      await status(signed('{}', {}, secret)),
      await status(signed('{}', {}, oldSecret)),
    ];
    expect(await verdicts()).toEqual([202, 202]);
    scene.time.now = noon + 24 * hour - 1;
    expect(await verdicts()).toEqual([202, 202]);
    scene.time.now = noon + 24 * hour + 1000;
    expect(await verdicts()).toEqual([202, 401]);
    await scene.listeners.rotateListenerSecret(scene.root, { listener_id, ...endsInADay });
    scene.time.now += 1000;
    expect(await verdicts()).toEqual([202, 401]);
  });

  it('can end at once with a rotation, or at any time after', async () => {
    const scene = openScene(world);
    const { listener_id, secret: first, status, signed } = await openSender(scene);
    const { rotateListenerSecret, endPreviousSecret } = scene.listeners;
    const now = { listener_id, previous_secret: 'ends_now' } as const;
    const verdicts = (...secrets: string[]) =>
      Promise.all(secrets.map((one) => status(signed('{}', {}, one))));
    expect(await verdicts(first)).toEqual([202]);
    const { secret: second } = await rotateListenerSecret(scene.root, now);
    expect(await verdicts(first, second)).toEqual([401, 202]);
    const { secret: third } = await rotateListenerSecret(scene.root, {
      listener_id,
      ...endsInADay,
    });
    expect(await verdicts(first, second, third)).toEqual([401, 202, 202]);
    const ended = await endPreviousSecret(scene.root, { listener_id });
    expect(ended).not.toHaveProperty('previous_secret_until');
    expect(await verdicts(first, second, third)).toEqual([401, 401, 202]);
    const refusal = await refusalFrom(endPreviousSecret(scene.root, { listener_id }));
    expect(refusal).toMatchObject({ status: 409 });
    expect(refusal?.message).toBe('This listener has no old secret that is still accepted.');
  });

  it('cannot be rotated again within 24 hours, unless the previous secret ends', async () => {
    const scene = openScene(world);
    const { listener_id, secret: first, status, signed } = await openSender(scene);
    const { rotateListenerSecret } = scene.listeners;
    await rotateListenerSecret(scene.root, { listener_id, ...endsInADay });
    const refusal = await refusalFrom(
      rotateListenerSecret(scene.root, { listener_id, ...endsInADay }),
    );
    expect(refusal).toMatchObject({ status: 409 });
    expect(refusal?.message).toBe(
      'The previous secret is still accepted until 2026-09-02T12:00:00.000Z. ' +
        'End it first, or wait until then.',
    );
    expect(await status(signed('{}', {}, first))).toBe(202);
    await rotateListenerSecret(scene.root, { listener_id, previous_secret: 'ends_now' });
    expect(await status(signed('{}', {}, first))).toBe(401);
  });

  it('is shown to one of ten people who rotate at once, and works', async () => {
    const scene = openScene(world);
    const { listener_id, status, signed } = await openSender(scene);
    const rotate = () =>
      scene.listeners.rotateListenerSecret(scene.root, { listener_id, ...endsInADay }).then(
        ({ secret }) => secret,
        () => undefined,
      );
    const newSecrets = (await Promise.all(Array.from({ length: 10 }, rotate))).filter(Boolean);
    expect(newSecrets.length).toBeGreaterThan(0);
    scene.time.now += 1000;
    // Only one of the concurrent rotations succeeds, and its secret is valid.
    const last = newSecrets.slice(-1);
    for (const one of last) expect(await status(signed('{}', {}, one))).toBe(202);
    expect(newSecrets).toHaveLength(1);
  });

  it('loses no event across a rotation', async () => {
    const scene = openScene(world);
    const { listener_id, secret: oldSecret, status, signed, events } = await openSender(scene);
    const before = Promise.all(
      Array.from({ length: 40 }, () => status(signed('{}', {}, oldSecret))),
    );
    const { secret } = await scene.listeners.rotateListenerSecret(scene.root, {
      listener_id,
      ...endsInADay,
    });
    const after = Array.from({ length: 40 }, (_, n) =>
      status(signed('{}', {}, n % 2 === 0 ? secret : oldSecret)),
    );
    const all = [...(await before), ...(await Promise.all(after))];
    expect(all.filter((one) => one !== 202)).toEqual([]);
    expect(await events()).toHaveLength(80);
  });

  it('is shown after creation and rotation only', async () => {
    const scene = openScene(world);
    const { listener_id, listener, secret } = await openSender(scene);
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    const path = `/integrations/generic/webhook/${listener_id}`;
    expect(listener.webhook_url).toBe(`https://hooks.example${path}`);
    const rotated = await scene.listeners.rotateListenerSecret(scene.root, {
      listener_id,
      ...endsInADay,
    });
    const responses = JSON.stringify([
      await scene.listeners.getListener(scene.root, { listener_id }),
      await scene.listeners.listListeners(scene.root, { number_of_items: 10 }),
    ]);
    for (const text of [secret, rotated.secret, 'sealed']) expect(responses).not.toContain(text);
  });
});

describe('the learned fields of a listener', () => {
  const learned = async (bodies: string[]) => {
    const scene = openScene(world);
    const { listener_id, status, signed } = await openSender(scene);
    for (const body of bodies) {
      expect(await status(signed(body))).toBe(202);
      scene.time.now += 1001;
    }
    return scene.listeners.getListener(scene.root, { listener_id });
  };

  it('are empty before the first call', async () => {
    const one = await learned([]);
    expect([one.learned_fields, one.last_called_at]).toEqual([[], undefined]);
  });

  it('contain field names and the time of the call, but no values', async () => {
    const one = await learned(['{"id":"secret-1","severity":1}', '{"id":2,"title":{"deep":3}}']);
    expect(one.learned_fields).toEqual(['id', 'severity', 'title']);
    expect(one.learned_paths).toEqual(['id', 'severity', 'title', 'title.deep']);
    expect(one.last_called_at).toBe('2026-09-01T12:00:01.001Z');
    expect(JSON.stringify(one)).not.toContain('secret-1');
  });

  it('are at most 200 names of at most 200 characters', async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`field${n}`, n]));
    const one = await learned([JSON.stringify(many), JSON.stringify({ more: 1 })]);
    expect(one.learned_fields).toHaveLength(200);
    expect(one.learned_paths).toHaveLength(60);
    const long = 'x'.repeat(500_000);
    const fits = 'y'.repeat(200);
    const odd = await learned([`{"${long}":1,"":2,"\\ud800":3,"__proto__":4,"${fits}":5}`]);
    expect(odd.learned_fields).toEqual(['__proto__', fits]);
  });

  it('are not learned from refused calls', async () => {
    const scene = openScene(world);
    const { listener_id, status, signed } = await openSender(scene, {
      payload_validation_fields: ['id'],
    });
    await status(signed('{"other":1}'));
    await status(signed('{"id":1}', {}, 'wrong'));
    await status(callOf('{"id":1}', { 'x-hub-signature-256': sign('', '{"id":1}') }));
    const one = await scene.listeners.getListener(scene.root, { listener_id });
    expect([one.learned_fields, one.last_called_at]).toEqual([[], undefined]);
  });
});
