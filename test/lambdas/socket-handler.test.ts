import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import WebSocket from 'ws';
import * as z from 'zod';
import { handleMessage } from '#lib/aws/socket.ts';
import { readCaller, readRoots } from '#lib/domain/account/caller.service.ts';
import { auditStore } from '#lib/domain/audit/audit.store.ts';
import { auditTrail } from '#lib/domain/audit/trail.service.ts';
import { userStore } from '#lib/domain/users/user.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import type { Caller } from '#lib/kernel/caller.ts';
import { conflict } from '#lib/kernel/refusal.ts';
import { defineRoutes } from '#lib/kernel/route.ts';
import { outageOf } from '#lib/local/write-failure.ts';
import { httpServer } from '#lib/local/http/http-server.ts';
import { socketServer } from '#lib/local/http/socket-server.ts';
import type { SocketOwner } from '#lib/ports/realtime.ts';
import { socketHandler } from '#lambdas/socket-handler.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { createLineLog } from '#test/support/local-bus.ts';
import { newTenant } from '#test/support/people.ts';

/** The call behind a channel of the test. */
const { addRemark } = defineRoutes({
  addRemark: {
    method: 'POST',
    path: 'bots/{bot_id}/remarks',
    permission: 'update_bot',
    resource: 'bot',
    input: z.strictObject({
      bot_id: z.string(),
      text: z.string().min(1, 'Say something.').trim(),
    }),
    output: z.object({}),
    audit: 'Remark on a bot',
  },
});

const world = openTestDatabase();
const clock = () => Date.parse('2026-09-01T12:00:00Z');
const taken: unknown[] = [];
const { log, lines } = createLineLog();

const remark = async ({ user_id }: Caller, { text }: { text: string }) => {
  if (text === 'again') throw conflict('This was said before.');
  if (text === 'a defect') throw new TypeError('the secret of table remarks');
  if (text === 'a full disk') writeFileSync('/dev/full', text);
  taken.push({ user_id, text });
  return {};
};

const takeSocketMessage = socketHandler({
  incoming: { remark: { key: 'addRemark', route: addRemark, handle: remark } },
  trail: auditTrail({ db: world.db, clock, log }),
  readCaller: readCaller({ db: world.db, clock }),
  readRoots: readRoots({ db: world.db }),
  log,
  outage: outageOf,
});

const everything = { between: ['aud_', 'aud_~'] as const, actions: [] };

type Person = { userType?: 'ROOT' | 'SUBUSER'; readOnly?: boolean };

/** A new user in an organisation of their own, by default with all rights. */
const createUser = async ({
  userType = 'ROOT',
  readOnly = false,
}: Person = {}): Promise<SocketOwner> => {
  const tenant_id = newTenant();
  const user_id = 'ada@example.com';
  const at = isoTime(clock());
  const userFields = { name: 'Ada', roles: [], settings: {}, created_at: at, updated_at: at };
  const users = userStore(world.db, tenant_id);
  await users.create({ _id: user_id, userType, readOnly, ...userFields });
  return { tenant_id, user_id };
};

/** Sends texts over one socket and receives an answer to each, except for heartbeats. */
type SendTexts = (owner: SocketOwner, texts: string[]) => Promise<unknown[]>;

const server = httpServer(log);
let opening: SocketOwner;
let port: number;

beforeAll(async () => {
  port = await server.listen(0, '127.0.0.1');
  server.open([]);
  const redeem = async () => ({ ...opening, channels: [] });
  socketServer(server.server, redeem, () => () => undefined, takeSocketMessage);
});

afterAll(() => server.drain(0));

const sendLocally: SendTexts = async (owner, texts) => {
  opening = owner;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws?ticket=any`);
  const answers: unknown[] = [];
  const expected = texts.filter((text) => text.includes('"send"')).length;
  const all = new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      answers.push(JSON.parse(data.toString()));
      if (answers.length === expected) resolve();
    });
  });
  await once(socket, 'open');
  for (const text of texts) socket.send(text);
  await all;
  socket.close();
  await once(socket, 'close');
  return answers;
};

/** API Gateway selects the route by the action, and converts the authorizer's context to texts. */
const sendByApiGateway: SendTexts = async (owner, texts) => {
  const authorizer = { ...owner, channels: 'bot_changed', principalId: owner.user_id };
  const message = handleMessage(takeSocketMessage, (_, work) => work());
  const answers: unknown[] = [];
  for (const body of texts.filter((text) => text.includes('"send"'))) {
    const event = { requestContext: { connectionId: 'c1', authorizer }, body };
    answers.push(JSON.parse((await message(event)).body));
  }
  return answers;
};

const remarkMessage = (text: unknown, channel = 'remark', id: unknown = 'one') =>
  JSON.stringify({ action: 'send', id, channel, message: { bot_id: 'bot_1', text } });

describe.each([
  ['the embedded server', sendLocally],
  ['API Gateway', sendByApiGateway],
])('a message over a socket of %s', (_, talk) => {
  beforeEach(() => {
    taken.length = 0;
    lines.length = 0;
  });

  it('is passed to the handler of its channel, parsed and in order', async () => {
    const owner = await createUser();
    const texts = [
      remarkMessage(' first '),
      '{"action":"ping"}',
      remarkMessage('second', 'remark', 'two'),
    ];
    expect(await talk(owner, texts)).toEqual([
      { channel: 'accepted', id: 'one' },
      { channel: 'accepted', id: 'two' },
    ]);
    const { user_id } = owner;
    expect(taken).toEqual([
      { user_id, text: 'first' },
      { user_id, text: 'second' },
    ]);
  });

  it('is recorded in the audit trail as the call that it stands for', async () => {
    const owner = await createUser();
    await talk(owner, [remarkMessage('hello'), remarkMessage(''), remarkMessage('again')]);
    const records = auditStore(world.db, owner.tenant_id);
    const { items } = await records.page({ number_of_items: 10 }, everything);
    const entries = items.map(({ url, object_id, outcome, status, reason }) => ({
      url,
      object_id,
      outcome,
      status,
      reason,
    }));
    const subject = { url: '/api/bots/bot_1/remarks', object_id: 'bot_1' };
    expect(entries).toEqual(
      expect.arrayContaining([
        { ...subject, outcome: 'done', status: 200, reason: undefined },
        { ...subject, outcome: 'refused', status: 400, reason: 'The input was refused: text.' },
        { ...subject, outcome: 'refused', status: 409, reason: 'This was said before.' },
      ]),
    );
    expect(items).toHaveLength(3);
  });

  it.each<[string, string, object]>([
    ['without a text', remarkMessage(''), { status: 400, error: 'Say something.', field: 'text' }],
    ['to an unknown channel', remarkMessage('hello', 'toString'), { status: 404 }],
    ['to a channel that only sends', remarkMessage('hello', 'bot_changed'), { status: 404 }],
    [
      'that was sent before',
      remarkMessage('again'),
      { status: 409, error: 'This was said before.' },
    ],
  ])('is refused %s', async (_name, text, message) => {
    const [answer] = await talk(await createUser(), [text]);
    expect(answer).toMatchObject({ channel: 'refused', id: 'one', message });
    expect(taken).toEqual([]);
  });

  it('is refused without an id', async () => {
    const [answer] = await talk(await createUser(), [remarkMessage('hello', 'remark', '')]);
    const message = { status: 400, error: 'Give the message an id.', field: 'id' };
    expect(answer).toMatchObject({ channel: 'refused', id: null, message });
  });

  it.each<[string, Person, RegExp]>([
    [
      'whose role does not allow it',
      { userType: 'SUBUSER' },
      /no role that lets you update bots \(update_bot\)/,
    ],
    ['who may only read', { readOnly: true }, /read only/],
  ])('is refused from a person %s', async (_name, person, sentence) => {
    const [answer] = await talk(await createUser(person), [remarkMessage('hello')]);
    const message = { status: 403, error: expect.stringMatching(sentence) };
    expect(answer).toMatchObject({ channel: 'refused', message });
    expect(taken).toEqual([]);
  });

  it('is refused after the session has ended or the account was deleted', async () => {
    const owner = await createUser();
    const [ended] = await talk({ ...owner, token_ends: clock() }, [remarkMessage('hello')]);
    expect(ended).toMatchObject({ channel: 'refused', message: { status: 401 } });
    await userStore(world.db, owner.tenant_id).delete(owner.user_id);
    const [answer] = await talk(owner, [remarkMessage('hello')]);
    expect(answer).toMatchObject({ channel: 'refused', message: { status: 401 } });
  });

  it('is refused without details when its handler has a defect', async () => {
    const [answer] = await talk(await createUser(), [remarkMessage('a defect')]);
    expect(answer).toMatchObject({ channel: 'refused', message: { status: 500 } });
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(lines.join()).toContain('A message over a socket failed.');
  });

  it('is refused with a remedy and recorded as failed when it cannot be stored', async () => {
    const owner = await createUser();
    const [answer] = await talk(owner, [remarkMessage('a full disk')]);
    const error = expect.stringContaining('is full. Ask the operator of the server to free space');
    expect(answer).toMatchObject({ channel: 'refused', message: { status: 503, error } });
    const { items } = await auditStore(world.db, owner.tenant_id).page(
      { number_of_items: 1 },
      everything,
    );
    expect(items).toMatchObject([{ outcome: 'failed', status: 503 }]);
  });
});

it('a message that is larger than a frame is refused', async () => {
  const [answer] = await sendByApiGateway(await createUser(), [
    remarkMessage('a'.repeat(33 * 1024)),
  ]);
  expect(answer).toMatchObject({ channel: 'refused', id: null, message: { status: 413 } });
});
