import type { APIGatewayProxyEvent } from 'aws-lambda';
import { listenerTable } from '#lib/domain/listeners/listener.table.ts';
import { getItem, type Item, putItem } from '#lib/kernel/database.ts';
import { createLog } from '#lib/kernel/log.ts';
import { webhookHandler } from '#lambdas/webhook-handler.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { newTenant } from '#test/support/people.ts';
import { openScene, type Scene } from '../scene.ts';
import { headerSecretAuth, openSender, querySecretAuth } from './sender.ts';

const world = openTestDatabase();
const secretHeader = 'x-secret-key';

/** A listener with a secret in the header, called through the Lambda's handler. */
const open = async () => {
  const scene = openScene(world);
  const sender = await openSender(scene, { auth_configs: headerSecretAuth });
  const lines: string[] = [];
  const log = createLog({ write: (line) => lines.push(line), clock: scene.clock });
  const handle = webhookHandler(scene.receive, log);
  const call = (type: string, listener_id: string, secret: string) =>
    handle({
      httpMethod: 'POST',
      pathParameters: { type, listener_id },
      multiValueHeaders: { 'X-Secret-Key': [secret] },
      multiValueQueryStringParameters: null,
      body: Buffer.from('{"a":1}').toString('base64'),
      isBase64Encoded: true,
      requestContext: {},
    } as unknown as APIGatewayProxyEvent);
  return { scene, ...sender, call, log, lines };
};

const rewriteListener = async (scene: Scene, listener_id: string, change: (item: Item) => Item) => {
  const key = { tenant_id: scene.tenant_id, _id: listener_id };
  const item = await getItem(world.db, listenerTable, key);
  await putItem(world.db, listenerTable, change(item ?? {}));
};

describe('a call that is not authentic', () => {
  it('gets the same response for every reason', async () => {
    const { scene, listener_id, secret, call, events } = await open();
    const otherSender = await openSender(openScene(world), { auth_configs: headerSecretAuth });
    const deleted = await openSender(scene, { auth_configs: headerSecretAuth, name: 'Deleted' });
    await scene.listeners.deleteListener(scene.root, { listener_id: deleted.listener_id });
    const response = await call('generic', listener_id, 'wrong');
    expect(response.statusCode).toBe(401);
    const answers = await Promise.all([
      call('generic', listener_id, ''),
      call('generic', `lst_${'0'.repeat(32)}`, secret),
      call('generic', '', secret),
      call('generic', '__proto__', secret),
      call('generic', `${listener_id} `, secret),
      call('generic', listener_id.toUpperCase(), secret),
      call('generic', `../${listener_id}`, secret),
      call('generic', 'x'.repeat(5000), secret),
      call('securityhub', listener_id, secret),
      call('security_hub', listener_id, secret),
      call('', listener_id, secret),
      call('generic ', listener_id, secret),
      call('generic', otherSender.listener_id, secret),
      call('generic', listener_id, otherSender.secret),
      call('generic', deleted.listener_id, deleted.secret),
    ]);
    for (const answer of answers) expect(answer).toEqual(response);
    expect(await events()).toEqual([]);
    expect(scene.facts).toEqual([]);
  });

  const halfMade: [string, (item: Item) => Item][] = [
    ['without a secret', ({ sealed_secret: _, ...item }) => item],
    ['with an empty secret', (item) => ({ ...item, sealed_secret: '' })],
    ['without authentication', ({ auth_configs: _, ...item }) => item],
    ['with unknown authentication', (item) => ({ ...item, auth_configs: { auth_type: 'none' } })],
    ['with an unknown source', (item) => ({ ...item, webhook_source_integration_type: 'other' })],
    ['without fields', ({ tenant_id, _id }) => ({ tenant_id, _id })],
  ];

  it.each(halfMade)('is refused by an incomplete listener: %s', async (_name, change) => {
    const { scene, listener_id, secret, call } = await open();
    await rewriteListener(scene, listener_id, change);
    expect((await call('generic', listener_id, secret)).statusCode).toBe(401);
  });

  it('is refused by a listener whose sealed secret is empty', async () => {
    const { scene, listener_id, call } = await open();
    const sealed_secret = await scene.secrets.seal(scene.tenant_id, '');
    await rewriteListener(scene, listener_id, (item) => ({ ...item, sealed_secret }));
    expect((await call('generic', listener_id, '')).statusCode).toBe(401);
  });
});

describe('a secret in the address', () => {
  it('does not appear in logs, responses, events, facts or stored items', async () => {
    const scene = openScene(world);
    const { listener_id, secret, events } = await openSender(scene, {
      auth_configs: querySecretAuth,
    });
    const lines: string[] = [];
    const log = createLog({ write: (line) => lines.push(line), clock: scene.clock });
    const answers: string[] = [];
    for (const body of ['{"a":1}', 'no json', '[]', '{"a":1}']) {
      const answer = await webhookHandler(
        scene.receive,
        log,
      )({
        httpMethod: 'POST',
        path: `/integrations/generic/webhook/${listener_id}?secret=${secret}`,
        pathParameters: { type: 'generic', listener_id },
        multiValueQueryStringParameters: { secret: [secret] },
        body,
        isBase64Encoded: false,
        requestContext: {},
      } as unknown as APIGatewayProxyEvent);
      answers.push(answer.body);
    }
    const key = { tenant_id: scene.tenant_id, _id: listener_id };
    const item = await getItem(world.db, listenerTable, key);
    const outputs = JSON.stringify([
      lines,
      answers,
      await events(),
      scene.facts,
      scene.frames,
      item,
    ]);
    expect(await events()).toHaveLength(2);
    expect(outputs).not.toContain(secret);
  });
});

describe('the response to a webhook call', () => {
  it('is JSON that browsers do not execute', async () => {
    const { listener_id, secret, call } = await open();
    for (const sentSecret of [secret, 'wrong']) {
      expect((await call('Generic', listener_id, sentSecret)).headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none';/),
        'strict-transport-security': 'max-age=63072000; includeSubDomains',
        'cache-control': 'no-store',
      });
    }
  });

  it('asks for a retry after a failure, and reveals no details', async () => {
    const { log, lines } = await open();
    const failing = webhookHandler(async () => {
      throw new Error('table listeners at arn:aws:dynamodb');
    }, log);
    const event = { httpMethod: 'POST', requestContext: {} } as unknown as APIGatewayProxyEvent;
    const answer = await failing(event);
    expect(answer.statusCode).toBe(503);
    expect(answer.headers?.['retry-after']).toBe('5');
    expect(answer.body).not.toMatch(/table|arn/);
    expect(lines).toHaveLength(1);
  });

  it('stores nothing for another organisation', async () => {
    const [ownScene, otherScene] = [openScene(world, newTenant()), openScene(world, newTenant())];
    const ownSender = await openSender(ownScene, { auth_configs: headerSecretAuth });
    const otherSender = await openSender(otherScene, { auth_configs: headerSecretAuth });
    const call = {
      headers: { [secretHeader]: [ownSender.secret] },
      query: {},
      body: Buffer.from('{}'),
    };
    expect(await ownSender.status(call)).toBe(202);
    expect(await otherSender.events()).toEqual([]);
    expect(otherScene.facts).toEqual([]);
  });
});
