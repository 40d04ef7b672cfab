import { threadStore } from '#lib/domain/chat/thread.store.ts';
import { portalService } from '#lib/domain/service-portal/portal.service.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import type { ChannelName, Realtime } from '#lib/ports/realtime.ts';
import { checkAlone } from '#test/support/check-alone.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { newTenant, person } from '#test/support/people.ts';
import { openedThread } from '../chat/opened-thread.ts';
import { openRunner, startRun, tryNode } from '../executions/runs.ts';
import { openScene, type Scene, statusOf } from '../scene.ts';

const world = openTestDatabase();

let scene: Scene;
let told: [channel: ChannelName, to: string | undefined][];
let portal: ReturnType<typeof portalService>;
const asking = { limit: 50, skip: 0, sort_by: 'created_at', order: 'asc' } as const;

beforeAll(() => {
  scene = openScene(world);
  const realtime: Realtime = {
    push: async (_tenant, channel, _message, to) => void told.push([channel, to]),
  };
  const peers = { runner: openRunner(), check: checkAlone, testNode: tryNode, realtime };
  portal = portalService({ ...scene, ...peers });
});

beforeEach(() => {
  told = [];
});

const people = () => ({
  ada: person(scene.tenant_id, 'ada@example.com', { userType: 'SP_USER' }),
  bob: person(scene.tenant_id, 'bob@example.com', { userType: 'SP_USER' }),
});

/** A run that Ada has started in the portal, with an agent that has begun. */
const runOfAda = async () => {
  const trigger = { type: 'manual', user_id: 'ada@example.com' } as const;
  scene.time.now += 1000;
  const bot_exc_id = await startRun(scene, { trigger, app: true });
  const created_at = isoTime(scene.time.now);
  const chat_thread_id = await openedThread(scene, bot_exc_id);
  const store = threadStore(scene.db, scene.tenant_id);
  for (const [sequence, role] of (['system', 'user'] as const).entries()) {
    await store.add(chat_thread_id, { sequence, created_at, entry: { role, text: `A ${role}.` } });
  }
  return { bot_exc_id, chat_thread_id };
};

describe('the chat of an own run of an app', () => {
  it('lists its agents, and what they said, without what the bot tells them', async () => {
    const { ada } = people();
    const own = await runOfAda();
    const { bot_exc_id } = own;
    const { items } = await portal.listPortalThreads(ada, { bot_exc_id, number_of_items: 10 });
    expect(items).toMatchObject([{ _id: own.chat_thread_id, status: 'ACTIVE' }]);
    const { messages } = await portal.listPortalMessages(ada, { ...own, ...asking });
    expect(messages.map(({ content }) => content)).toEqual(['A user.']);
    const read = (part: string) =>
      portal.getPortalMessage(ada, { bot_exc_id, chat_message_id: `${own.chat_thread_id}-${part}` });
    expect(await read('1-0')).toMatchObject({ content: 'A user.' });
    expect(await statusOf(read('0-0'))).toBe(404);
  });

  it('takes what its owner writes, and tells them and the organisation of it', async () => {
    const { ada } = people();
    const own = await runOfAda();
    const written = { ...own, content: 'Go on.', client_id: 'message-1' };
    expect(await portal.sendPortalMessage(ada, written)).toMatchObject({
      sent_by: 'ada@example.com',
      content: 'Go on.',
    });
    expect(told).toEqual([
      ['send_message', undefined],
      ['portal_chat_updated', 'ada@example.com'],
    ]);
  });

  it('is not there for others, under another run, or in another organisation', async () => {
    const { ada, bob } = people();
    const [own, other] = [await runOfAda(), await runOfAda()];
    const mixed = { bot_exc_id: other.bot_exc_id, chat_thread_id: own.chat_thread_id };
    const chat_message_id = `${own.chat_thread_id}-1-0`;
    const written = { content: 'Go on.', client_id: 'message-1' };
    const stranger = person(newTenant());
    const calls = [bob, stranger].flatMap((who) => [
      portal.listPortalThreads(who, { bot_exc_id: own.bot_exc_id, number_of_items: 10 }),
      portal.listPortalMessages(who, { ...own, ...asking }),
      portal.sendPortalMessage(who, { ...own, ...written }),
      portal.getPortalMessage(who, { bot_exc_id: own.bot_exc_id, chat_message_id }),
    ]);
    const underAnother = [
      portal.listPortalMessages(ada, { ...mixed, ...asking }),
      portal.sendPortalMessage(ada, { ...mixed, ...written }),
      portal.getPortalMessage(ada, { bot_exc_id: other.bot_exc_id, chat_message_id }),
      portal.getPortalMessage(ada, { bot_exc_id: own.bot_exc_id, chat_message_id: '__proto__' }),
    ];
    const statuses = await Promise.all([...calls, ...underAnother].map(statusOf));
    expect(new Set(statuses)).toEqual(new Set([404]));
    expect(told).toEqual([]);
  });

  it('is there for ROOT', async () => {
    const own = await runOfAda();
    const { messages } = await portal.listPortalMessages(scene.root, { ...own, ...asking });
    expect(messages).toHaveLength(1);
  });
});
