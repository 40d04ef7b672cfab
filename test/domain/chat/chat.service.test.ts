import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import { chatService } from '#lib/domain/chat/chat.service.ts';
import { sessionIdOf } from '#lib/domain/chat/session.rules.ts';
import { executionStore } from '#lib/domain/executions/execution.store.ts';
import { threadIdOf } from '#lib/domain/chat/thread.rules.ts';
import type { ThreadStatus } from '#lib/domain/chat/thread.schema.ts';
import { threadStore } from '#lib/domain/chat/thread.store.ts';
import { chatMessageTable } from '#lib/domain/chat/thread.table.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { derivedId } from '#lib/kernel/ids.ts';
import { updateItem } from '#lib/kernel/database.ts';
import { countedDatabase } from '#test/support/counted-database.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { newTenant, person } from '#test/support/people.ts';
import { storeThread } from './store-thread.ts';
import { commit, finish, runOf, startRun } from '../executions/runs.ts';
import { openScene, type Scene, statusOf } from '../scene.ts';

const world = openTestDatabase();

let scene: Scene;
let bot_exc_id: string;

beforeAll(async () => {
  scene = openScene(world);
  bot_exc_id = await startRun(scene);
});

/** Opens the thread of an AI agent, each one second after the last. */
const openThread = (run = bot_exc_id, status: ThreadStatus = 'ACTIVE') => {
  scene.time.now += 1000;
  return storeThread(scene, run, { status });
};

/** Every third answer has two parts, so that pages also end between the parts of an entry. */
const entryAt = (sequence: number): ChatEntry => {
  if (sequence % 2 === 0) return { role: 'user', text: `Question ${sequence}` };
  const parts = [{ type: 'text' as const, text: `Answer ${sequence}` }];
  if (sequence % 3 === 0) parts.push({ type: 'text', text: `And ${sequence}` });
  return { role: 'assistant', parts, final: false, model: 'worker' };
};

const addEntries = async (thread: string, count: number) => {
  const store = threadStore(scene.db, scene.tenant_id);
  const created_at = isoTime(scene.time.now);
  for (let sequence = 0; sequence < count; sequence += 1) {
    await store.add(thread, { sequence, created_at, entry: entryAt(sequence) });
  }
};

describe('the messages of a thread', () => {
  it('are the same on pages of every size and in both orders', async () => {
    const chat_thread_id = await openThread();
    await addEntries(chat_thread_id, 31);
    const listPage = (order: 'asc' | 'desc', skip: number, limit: number) =>
      scene.chat.listChatMessages(scene.root, {
        chat_thread_id,
        order,
        skip,
        limit,
        sort_by: 'created_at',
      });
    const { messages: allMessages } = await listPage('asc', 0, 500);
    expect(allMessages).toHaveLength(31 + 5);
    for (const { timestamp, created_at } of allMessages) expect(timestamp).toBe(created_at);
    for (const order of ['asc', 'desc'] as const) {
      for (const size of [1, 2, 7, 20, 36, 40]) {
        const joined = [];
        for (let skip = 0; skip <= allMessages.length; skip += size) {
          joined.push(...(await listPage(order, skip, size)).messages);
        }
        expect([order, size, joined]).toEqual([
          order,
          size,
          order === 'asc' ? allMessages : allMessages.toReversed(),
        ]);
      }
    }
  });

  it('show the approval of each tool call, on pages of every size', async () => {
    const chat_thread_id = await openThread();
    const store = threadStore(scene.db, scene.tenant_id);
    const tool_call_id = 'call_1';
    const part = { type: 'tool_call' as const, tool_call_id, tool_name: 'stop', args: {} };
    const at = isoTime(scene.time.now);
    const askedEntries = (approval_id: string): ChatEntry[] => [
      { role: 'assistant', parts: [part], final: false, model: 'worker' },
      { role: 'asked', tool_call_id, approval_id, digest: 'd', asked_at: at, until: at },
      { role: 'begun', tool_call_id, approval_id, by: 'one', waited_ms: 0 },
      { role: 'tool', tool_call_id, tool_name: 'stop', content: 'Done.', is_error: false },
    ];
    // Some models give all their calls the same id.
    for (const [sequence, entry] of [
      ...askedEntries('apr_1'),
      ...askedEntries('apr_2'),
    ].entries()) {
      await store.add(chat_thread_id, { sequence, created_at: at, entry });
    }
    const pages = (['asc', 'desc'] as const).flatMap((order) =>
      [1, 2, 3, 4].map((limit) => ({ order, limit })),
    );
    for (const { order, limit } of pages) {
      const approvals: string[] = [];
      const types: string[] = [];
      for (let skip = 0; skip < 4; skip += limit) {
        const query = { chat_thread_id, order, skip, limit, sort_by: 'created_at' as const };
        const { messages } = await scene.chat.listChatMessages(scene.root, query);
        for (const { resource_type, updated_at } of messages) {
          expect(updated_at).toBe(at);
          if (resource_type) types.push(resource_type);
        }
        approvals.push(...messages.flatMap(({ approval_id }) => approval_id ?? []));
      }
      expect(approvals).toEqual(order === 'asc' ? ['apr_1', 'apr_2'] : ['apr_2', 'apr_1']);
      expect(types).toEqual(['action', 'action']);
    }
  });

  it('show the status of each tool call, from the question to the result', async () => {
    const at = isoTime(scene.time.now);
    const tool_call_id = 'call_1';
    const part = { type: 'tool_call' as const, tool_call_id, tool_name: 'stop', args: {} };
    const call: ChatEntry = { role: 'assistant', parts: [part], final: false, model: 'worker' };
    const askedEntry = { role: 'asked' as const, tool_call_id, approval_id: 'apr_1', digest: 'd' };
    const begunEntry = { role: 'begun' as const, tool_call_id, approval_id: 'apr_1', by: 'one' };
    const resultEntry = { role: 'tool' as const, tool_call_id, tool_name: 'stop', content: 'So.' };
    const before: ChatEntry[] = [call, { ...askedEntry, asked_at: at, until: at }];
    const running: ChatEntry[] = [...before, { ...begunEntry, waited_ms: 0 }];
    const rejection = { by: 'anna@example.com', at, reason: 'Too risky.' };
    const callStatuses = async (entries: ChatEntry[]) => {
      const chat_thread_id = await openThread();
      const store = threadStore(scene.db, scene.tenant_id);
      for (const [sequence, entry] of entries.entries()) {
        await store.add(chat_thread_id, { sequence, created_at: at, entry });
      }
      const paging = { order: 'asc', skip: 0, limit: 10, sort_by: 'created_at' } as const;
      const query = { chat_thread_id, ...paging };
      const { messages } = await scene.chat.listChatMessages(scene.root, query);
      return messages.map(({ call_status, rejection: callRejection }) => [
        call_status,
        callRejection,
      ]);
    };
    expect(await callStatuses([call])).toEqual([[undefined, undefined]]);
    expect(await callStatuses(before)).toEqual([['asked', undefined]]);
    expect(await callStatuses(running)).toEqual([['running', undefined]]);
    expect(await callStatuses([...running, { ...resultEntry, is_error: false }])).toEqual([
      ['completed', undefined],
      [undefined, undefined],
    ]);
    expect(await callStatuses([...running, { ...resultEntry, is_error: true }])).toEqual([
      ['failed', undefined],
      [undefined, undefined],
    ]);
    expect(await callStatuses([...before, { ...resultEntry, is_error: true, rejection }])).toEqual([
      ['rejected', rejection],
      [undefined, rejection],
    ]);
  });

  it('are read only as far as the page needs', async () => {
    const chat_thread_id = await openThread();
    await addEntries(chat_thread_id, 200);
    const { db, taken } = countedDatabase(scene.db);
    const { clock, realtime } = scene;
    const runner = { resume: async () => 'resumed' as const };
    const { listChatMessages } = chatService({ db, clock, realtime, runner });
    const paging = { order: 'desc', skip: 0, sort_by: 'created_at' } as const;
    const input = { chat_thread_id, limit: 20, ...paging };
    const { messages } = await listChatMessages(scene.root, input);
    expect(messages[0]).toMatchObject({ content: 'Answer 199' });
    expect(taken().items).toBeLessThan(30);
  });
});

describe('an active thread', () => {
  const waitFor = (kind: 'approval' | 'message' | 'look', node_id = 'find') =>
    commit(scene, bot_exc_id, { waiting_for: { node_id, kind, until: isoTime(scene.time.now) } });
  const readWait = async (chat_thread_id: string) =>
    (await scene.chat.getChatThread(scene.root, { chat_thread_id })).waiting_for;

  it.each(['approval', 'message'] as const)('shows that it waits for a %s', async (kind) => {
    const id = await openThread();
    await waitFor(kind);
    expect(await readWait(id)).toBe(kind);
    const { items } = await scene.chat.listChatThreads(scene.root, {
      bot_exc_id,
      number_of_items: 1,
    });
    expect(items).toMatchObject([{ _id: id, waiting_for: kind }]);
  });

  it('shows no wait of another node or of a look, and none once completed', async () => {
    const id = await openThread();
    await waitFor('message', 'another');
    expect(await readWait(id)).toBeUndefined();
    await waitFor('look');
    expect(await readWait(id)).toBeUndefined();
    await waitFor('message');
    expect(await readWait(await openThread(bot_exc_id, 'COMPLETED'))).toBeUndefined();
    await commit(scene, bot_exc_id, { waiting_for: null });
  });
});

describe('sending a message', () => {
  const write = (chat_thread_id: string, content = 'Go on.', client_id = 'message-1') =>
    scene.chat.sendChatMessage(scene.root, { chat_thread_id, content, client_id });

  it('stores the message without reading the earlier messages', async () => {
    const chat_thread_id = await openThread();
    await addEntries(chat_thread_id, 150);
    const { db, taken } = countedDatabase(scene.db);
    const { clock, realtime } = scene;
    const runner = { resume: async () => 'resumed' as const };
    const { sendChatMessage } = chatService({ db, clock, realtime, runner });
    const message = { chat_thread_id, content: 'Go on.', client_id: 'message-1' };
    const sent = await sendChatMessage(scene.root, message);
    expect(sent._id).toBe(`${chat_thread_id}-150-0`);
    expect(taken().bytes).toBeLessThan(150 * 160);
    expect(await sendChatMessage(scene.root, message)).toEqual(sent);
  });

  it('refuses a different text with a client_id that was used before', async () => {
    const chat_thread_id = await openThread();
    await addEntries(chat_thread_id, 2);
    const { _id } = await write(chat_thread_id, 'Close it.');
    await expect(write(chat_thread_id, 'Leave it open.')).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('Another message was sent with this client_id.'),
    });
    expect(await write(chat_thread_id, 'Close it.')).toMatchObject({ _id });
    expect(await write(chat_thread_id, 'Leave it open.', 'message-2')).toBeDefined();
  });

  it('allows 20 messages a minute for each person and thread', async () => {
    const chat_thread_id = await openThread();
    const otherThread = await openThread();
    await addEntries(chat_thread_id, 2);
    await addEntries(otherThread, 2);
    const ids = Array.from({ length: 20 }, (_, n) => `message-${n}`);
    for (const id of ids) await write(chat_thread_id, `Said ${id}`, id);
    const writeMore = () => write(chat_thread_id, 'One more.', 'message-20');
    await expect(writeMore()).rejects.toMatchObject({
      status: 429,
      message: expect.stringContaining('20 messages within a minute'),
      extra: { headers: { 'retry-after': '60' } },
    });
    // A repeated message was already accepted; other messages and threads are not limited by it.
    expect(await write(chat_thread_id, 'Said message-19', 'message-19')).toBeDefined();
    const bea = person(scene.tenant_id, 'bea');
    const sent = { chat_thread_id, content: 'I too.', client_id: 'message-20' };
    expect(await scene.chat.sendChatMessage(bea, sent)).toMatchObject({ sent_by: 'bea' });
    expect(await write(otherThread)).toBeDefined();
    scene.time.now += 60_000;
    expect(await writeMore()).toMatchObject({ content: 'One more.' });
  });

  it('allows 20 messages a minute, even if more are sent at the same moment', async () => {
    const chat_thread_id = await openThread();
    await addEntries(chat_thread_id, 2);
    const ids = Array.from({ length: 25 }, (_, n) => `message-${n}`);
    const outcomes = await Promise.allSettled(ids.map((id) => write(chat_thread_id, id, id)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  });

  it('finds a message that was sent before, among entries without a sender', async () => {
    const chat_thread_id = await openThread();
    await addEntries(chat_thread_id, 3);
    const sent = await write(chat_thread_id);
    const itemExists = { text: 'attribute_exists(#key)', names: { '#key': 'thread_key' } };
    const key = { thread_key: `${scene.tenant_id}#${chat_thread_id}` };
    for (let sequence = 0; sequence < 4; sequence += 1) {
      const removals = ['role', 'by', 'client_id', 'final'].map(
        (name) => [[name], undefined] as const,
      );
      await updateItem(scene.db, chatMessageTable, { ...key, sequence }, removals, itemExists);
    }
    expect(await write(chat_thread_id)).toEqual(sent);
    expect((await write(chat_thread_id, 'More.', 'message-2'))._id).toBe(`${chat_thread_id}-4-0`);
  });
});

describe('the messages of an AI agent, by node and turn', () => {
  const paging = { limit: 50, skip: 0, sort_by: 'created_at', order: 'desc' } as const;
  const listPage = (
    run: string,
    loop_index?: number,
    agent_node_id = 'find',
    caller = scene.root,
  ) =>
    scene.chat.listAgentMessages(caller, {
      chat_session_id: sessionIdOf(run),
      agent_node_id,
      ...(loop_index !== undefined && { loop_index }),
      ...paging,
    });

  it('are those of its thread', async () => {
    const run = await startRun(scene);
    const { created_at } = await scene.executions.getExecution(scene.root, { bot_exc_id: run });
    const alone = threadIdOf({ _id: run, created_at }, '', 'find');
    await storeThread(scene, run, { _id: alone });
    await addEntries(alone, 2);
    for (const loop_index of [0, 1, 2]) {
      const lane = `loop.00000${loop_index}`;
      scene.time.now += 1000;
      await addEntries(await storeThread(scene, run, { loop_index, lane }), loop_index + 3);
    }
    const counts = [];
    for (const turn of [undefined, 0, 1, 2]) counts.push((await listPage(run, turn)).messages);
    expect(counts.map(({ length }) => length)).toEqual([2, 3, 5, 6]);
    expect(counts[0]).toMatchObject([{ content: 'Answer 1' }, { content: 'Question 0' }]);
  });

  it('are not found in another turn, node, chat or organisation', async () => {
    const run = await startRun(scene);
    await storeThread(scene, run, { loop_index: 4, lane: 'loop.000004' });
    const calls = [
      listPage(run),
      listPage(run, 5),
      listPage(run, 4, 'other'),
      listPage('exc_none', 4),
      listPage(run, 4, 'find', person(newTenant())),
    ];
    expect(await Promise.all(calls.map(statusOf))).toEqual([404, 404, 404, 404, 404]);
  });
});

describe('the chat of a run', () => {
  it('lists its threads newest first, by run and by chat', async () => {
    const run = await startRun(scene);
    const ids = [await openThread(run), await openThread(run), await openThread(run)];
    const paging = { number_of_items: 2 };
    const byRun = await scene.chat.listChatThreads(scene.root, { bot_exc_id: run, ...paging });
    expect(byRun.items.map(({ _id }) => _id)).toEqual(ids.toReversed().slice(0, 2));
    const chat_session_id = sessionIdOf(run);
    const byChat = (page_number: number) =>
      scene.chat.listSessionThreads(scene.root, { chat_session_id, page_number, ...paging });
    expect((await byChat(1)).items).toEqual(byRun.items);
    expect((await byChat(2)).items).toMatchObject([{ _id: ids[0], chat_session_id }]);
  });

  it('opens at the working AI agent, or else at the thread with the last activity', async () => {
    const run = await startRun(scene);
    const old = await openThread(run);
    const former = await openThread(run, 'COMPLETED');
    for (let count = 0; count < 3; count += 1) await openThread(run, 'COMPLETED');
    const listThreads = async (overrides: object = {}) => {
      const request = { bot_exc_id: run, number_of_items: 2, ...overrides };
      const { items, next, opens_at } = await scene.chat.listChatThreads(scene.root, request);
      return { next, shown: items.map(({ _id }) => _id), opens_at: opens_at?._id };
    };
    const first = await listThreads();
    expect(first.shown).not.toContain(old);
    expect(first.opens_at).toBe(old);
    expect((await listThreads({ next: first.next })).opens_at).toBeUndefined();
    expect((await listThreads({ page_number: 2 })).opens_at).toBeUndefined();
    expect((await listThreads({ number_of_items: 10 })).opens_at).toBeUndefined();
    const store = threadStore(scene.db, scene.tenant_id);
    await store.change(old, { status: 'COMPLETED' });
    expect((await listThreads()).opens_at).toBeUndefined();
    await store.change(former, { updated_at: isoTime(scene.time.now + 1000) });
    expect((await listThreads()).opens_at).toBe(former);
  });

  it.each([['message'], ['approval']] as const)(
    'opens at the AI agent that waits with kind %s, however many began later',
    async (kind) => {
      const run = await runOf(scene, await startRun(scene));
      const open = (lane: string) => {
        scene.time.now += 1000;
        return storeThread(scene, run._id, { _id: threadIdOf(run, lane, 'find'), lane });
      };
      const lane = 'each.000000';
      const askingThread = await open(lane);
      for (let count = 1; count <= 202; count += 1) await open(`each.${count}`);
      const until = isoTime(scene.time.now + 60_000);
      const wait = { node_id: 'find', kind, until, lane };
      const updated_at = isoTime(scene.time.now);
      await executionStore(scene.db, scene.tenant_id).setWait(run._id, lane, wait, { updated_at });
      const request = { bot_exc_id: run._id, number_of_items: 20 };
      const { opens_at } = await scene.chat.listChatThreads(scene.root, request);
      expect(opens_at).toMatchObject({ _id: askingThread, waiting_for: kind });
    },
  );

  it('has the state of its run', async () => {
    const run = await startRun(scene);
    const sessionKey = { bot_id: 'bot_1', bot_exc_id: run };
    const readSession = () => scene.chat.getChatSession(scene.root, sessionKey);
    expect(await readSession()).toMatchObject({ _id: sessionIdOf(run), state: 'IN_PROGRESS' });
    await finish(scene, run);
    expect(await readSession()).toMatchObject({ bot_name: 'Isolate', state: 'SUCCEEDED' });
    const createSession = () => scene.chat.createChatSession(scene.root, sessionKey);
    expect([await createSession(), await createSession()]).toEqual([
      await readSession(),
      await readSession(),
    ]);
  });

  it('lists its AI agents by node, turn and thread, and the last run of an agent', async () => {
    const run = await startRun(scene);
    const readSession = () =>
      scene.chat.getChatSession(scene.root, { bot_id: 'bot_1', bot_exc_id: run });
    expect(await readSession()).toMatchObject({ agents: [] });
    const started = (from: string, at: number) => ({
      session_generated_bot_id: `bot_${from}`,
      session_generated_bot_exc_id: derivedId('exc', scene.time.now + at, from),
    });
    const agentRuns = [started('early', 1), started('late', 3), {}, started('middle', 2)];
    const ids = [];
    for (const [loop_index, ran] of agentRuns.entries()) {
      scene.time.now += 1000;
      const lane = `loop.00000${loop_index}`;
      ids.push(await storeThread(scene, run, { loop_index, lane, ...ran }));
    }
    const agents = ids.map((resource_id, loop_index) => ({
      name: 'find',
      status: 'ACTIVE',
      loop_index,
      resource_id,
    }));
    expect(await readSession()).toMatchObject({ agents: agents.toReversed(), ...agentRuns[1] });
    await finish(scene, run);
    expect((await readSession()).agents.map(({ status }) => status)).toEqual(
      ids.map(() => 'CANCELLED'),
    );
  });

  it('is not found by another bot, another kind of id, or another organisation', async () => {
    const stranger = person(newTenant());
    const { getChatSession, listSessionThreads } = scene.chat;
    const sessionKey = { bot_id: 'bot_1', bot_exc_id };
    const paging = { number_of_items: 10 };
    const chat_session_id = sessionIdOf(bot_exc_id);
    const calls = [
      getChatSession(scene.root, { ...sessionKey, bot_id: 'bot_2' }),
      getChatSession(stranger, sessionKey),
      scene.chat.createChatSession(stranger, sessionKey),
      listSessionThreads(scene.root, { chat_session_id: bot_exc_id, ...paging }),
      listSessionThreads(stranger, { chat_session_id, ...paging }),
    ];
    expect(await Promise.all(calls.map(statusOf))).toEqual([404, 404, 404, 404, 404]);
  });
});
