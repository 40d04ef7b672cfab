import type { ApprovalHeader } from '#lib/domain/approvals/approval.schema.ts';
import { approvalStore } from '#lib/domain/approvals/approval.store.ts';
import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import { chatNotifier } from '#lib/domain/chat/chat-notifier.service.ts';
import type { ChatThread } from '#lib/domain/chat/thread.schema.ts';
import { threadStore } from '#lib/domain/chat/thread.store.ts';
import { executionStore } from '#lib/domain/executions/execution.store.ts';
import { portalService } from '#lib/domain/service-portal/portal.service.ts';
import type { Caller } from '#lib/kernel/caller.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import type { ChannelName, Realtime } from '#lib/ports/realtime.ts';
import { checkWithoutOwnActions } from '#test/support/check-without-own-actions.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { newTenant, person } from '#test/support/people.ts';
import { approvalAskedAt } from '../approvals/pending-approval.ts';
import { storeThread } from '../chat/store-thread.ts';
import { commit, echoNodeTest, openRunner, startRun } from '../executions/runs.ts';
import { roleHolder, withDeniedPermission } from '../notifications/notification-scene.ts';
import { openScene, type Scene, statusOf } from '../scene.ts';

const world = openTestDatabase();

let scene: Scene;
let pushes: [channel: ChannelName, to: string | undefined][];
/** The messages to people who follow a run in the portal. */
let portalMessages: unknown[];
let recordingRealtime: Realtime;
let portal: ReturnType<typeof portalService>;
const threadQuery = { limit: 50, skip: 0, sort_by: 'created_at', order: 'asc' } as const;

beforeAll(() => {
  scene = openScene(world);
  recordingRealtime = {
    push: async (_tenant, channel, message, to) => {
      pushes.push([channel, to]);
      if (channel === 'portal_chat_updated') portalMessages.push(message);
    },
  };
  const peers = {
    runner: openRunner(),
    check: checkWithoutOwnActions,
    testNode: echoNodeTest,
    realtime: recordingRealtime,
  };
  portal = portalService({ ...scene, ...peers });
});

beforeEach(() => {
  pushes = [];
  portalMessages = [];
});

const people = () => ({
  ada: roleHolder(scene, 'ada', 'Portal-User'),
  bob: roleHolder(scene, 'bob', 'Portal-User'),
});

const spent = { steps: 3, tool_calls: 2, input_tokens: 900, output_tokens: 99, cost: 0.43 };

/** A run that Ada has started in the portal, with an AI agent that has begun. */
const runOfAda = async () => {
  const trigger = { type: 'manual', user_id: 'ada@example.com' } as const;
  scene.time.now += 1000;
  const bot_exc_id = await startRun(scene, { trigger, app: true });
  const created_at = isoTime(scene.time.now);
  const chat_thread_id = await storeThread(scene, bot_exc_id, {
    failed_integration_id: 'hidden',
    spent,
    agent_context_info: { allow_user_interaction: true, output_format_description: 'hidden' },
  });
  const store = threadStore(scene.db, scene.tenant_id);
  for (const [sequence, role] of (['system', 'user'] as const).entries()) {
    await store.add(chat_thread_id, { sequence, created_at, entry: { role, text: `A ${role}.` } });
  }
  return { bot_exc_id, chat_thread_id };
};

const callOf = (tool_name: string, args: unknown) =>
  ({ type: 'tool_call', tool_call_id: `call_${tool_name}`, tool_name, args }) as const;

const approvalEntry = (tool_name: string, approval_id: string, approvers: string[]): ChatEntry => {
  const [asked_at, until] = [isoTime(0), isoTime(1)];
  const approvalFields = { tool_call_id: `call_${tool_name}`, approval_id, approvers };
  return { role: 'asked', ...approvalFields, digest: 'd', asked_at, until };
};

/** Entries of an AI agent and its tools; those that portal users must not read say hidden. */
const agentEntries: readonly ChatEntry[] = [
  { role: 'system', text: 'The hidden task.' },
  { role: 'user', text: 'The hidden event.' },
  {
    role: 'assistant',
    final: false,
    model: 'worker',
    parts: [
      { type: 'text', text: 'I look.' },
      callOf('get_user', { user: 'hidden' }),
      callOf('ask_user', { question: 'Which Ada?' }),
      callOf('suspend', { user: 'shown' }),
      callOf('erase', { user: 'hidden' }),
    ],
  },
  {
    role: 'tool',
    tool_call_id: 'call_get_user',
    tool_name: 'get_user',
    content: 'The hidden answer.',
    is_error: true,
  },
  approvalEntry('suspend', 'apr_1', ['ada@example.com', 'anna@example.com']),
  approvalEntry('erase', 'apr_2', ['anna@example.com']),
  {
    role: 'tool',
    tool_call_id: 'call_erase',
    tool_name: 'erase',
    content: 'ola@example.com rejected this hidden call.',
    is_error: true,
    refused: 'hidden',
    rejection: { by: 'ola@example.com', at: isoTime(2), reason: 'Keep it.' },
  },
  { role: 'system', text: 'The hidden complaint about an answer.' },
];

describe("the chat of a person's own run of an app", () => {
  it('lists the AI agents, and hides what the bot tells them', async () => {
    const { ada } = people();
    const ownRun = await runOfAda();
    const { bot_exc_id } = ownRun;
    const { items } = await portal.listPortalThreads(ada, { bot_exc_id, number_of_items: 10 });
    expect(items).toMatchObject([{ _id: ownRun.chat_thread_id, status: 'ACTIVE' }]);
    const { messages } = await portal.listPortalMessages(ada, { ...ownRun, ...threadQuery });
    expect(messages).toEqual([]);
    const read = (part: string) =>
      portal.getPortalMessage(ada, {
        bot_exc_id,
        chat_message_id: `${ownRun.chat_thread_id}-${part}`,
      });
    expect([await statusOf(read('0-0')), await statusOf(read('1-0'))]).toEqual([404, 404]);
    expect(JSON.stringify(items)).not.toContain('hidden');
  });

  it('shows only names and states of tools, in routes and in the channel', async () => {
    const { ada } = people();
    const ownRun = await runOfAda();
    const { bot_exc_id, chat_thread_id } = ownRun;
    const thread = { _id: chat_thread_id, bot_exc_id, agent_node_id: 'find' };
    const store = threadStore(scene.db, scene.tenant_id);
    const created_at = isoTime(scene.time.now);
    const follower = 'ada@example.com';
    const notifier = chatNotifier(recordingRealtime, { tenant_id: scene.tenant_id, follower });
    for (const [sequence, entry] of agentEntries.entries()) {
      const storedEntry = { sequence, created_at, entry };
      if (sequence > 1) await store.add(chat_thread_id, storedEntry);
      await notifier.entry(thread, storedEntry);
    }
    const { messages } = await portal.listPortalMessages(ada, { ...ownRun, ...threadQuery });
    const calls = messages.filter(({ message_type }) => message_type === 'tool-call');
    expect(calls).toMatchObject([
      { tool_name: 'get_user', withheld: true },
      { tool_name: 'ask_user', args_as_dict: { question: 'Which Ada?' } },
      { tool_name: 'suspend', args_as_dict: { user: 'shown' }, approval_id: 'apr_1' },
      { tool_name: 'erase', withheld: true, approval_id: 'apr_2', resource_type: 'action' },
    ]);
    const returns = messages.filter(({ message_type }) => message_type === 'tool-return');
    const rejection = { by: 'ola@example.com', reason: 'Keep it.' };
    expect(returns).toMatchObject([
      { tool_name: 'get_user', is_error: true, withheld: true },
      { tool_name: 'erase', withheld: true, rejection },
    ]);
    const instructions = messages.filter(({ message_type }) => message_type === 'system-prompt');
    expect(instructions).toMatchObject([{ content: '', withheld: true }]);
    const read = (one: { _id: string }) =>
      portal.getPortalMessage(ada, { bot_exc_id, chat_message_id: one._id });
    const details = await Promise.all(messages.map(read));
    const pushedText = JSON.stringify(portalMessages);
    for (const list of [messages, details]) {
      expect(JSON.stringify(list)).not.toMatch(/hidden|anna@/);
    }
    // The arguments that Ada approves are fetched after the notice that she is asked.
    expect(pushedText).not.toMatch(/hidden|shown|anna@/);
    expect(pushedText).toContain('I look.');
    expect(pushedText).toContain('Which Ada?');
    expect(portalMessages).toHaveLength(agentEntries.length - 2);
  });

  it('is paged up to its beginning, without counting hidden messages', async () => {
    const { ada } = people();
    const ownRun = await runOfAda();
    const store = threadStore(scene.db, scene.tenant_id);
    const created_at = isoTime(scene.time.now);
    const count = 30;
    for (let sequence = 2; sequence < 2 + count; sequence += 1) {
      const entry = {
        role: sequence === 25 ? 'system' : 'user',
        text: `Word ${sequence}.`,
      } as const;
      await store.add(ownRun.chat_thread_id, { sequence, created_at, entry });
    }
    const page = (skip: number) =>
      portal.listPortalMessages(ada, { ...ownRun, ...threadQuery, order: 'desc', limit: 20, skip });
    const [newest, older] = [await page(0), await page(20)];
    expect(newest.messages).toHaveLength(20);
    expect(older.messages).toHaveLength(count - 20);
    expect(older.messages.at(-1)).toMatchObject({ content: 'Word 2.' });
  });

  it('shows a wait only to people who may decide or write', async () => {
    const { ada } = people();
    const { bot_exc_id, chat_thread_id } = await runOfAda();
    const read = async (caller: Caller) => {
      const { items } = await portal.listPortalThreads(caller, { bot_exc_id, number_of_items: 10 });
      const alone = { bot_exc_id, chat_thread_id };
      expect([await portal.getPortalThread(caller, alone)]).toEqual(items);
      return items.map(({ waiting_for }) => waiting_for);
    };
    const until = isoTime(scene.time.now + 60_000);
    const wait = { node_id: 'find', kind: 'approval' as const, until };
    const ask = async (approvers: string[], overrides: Partial<ApprovalHeader> = {}) => {
      const approval = {
        ...approvalAskedAt(scene.time.now),
        expires_on: until,
        approvers,
        ...overrides,
      };
      await approvalStore(scene.db, scene.tenant_id).create(approval);
      await commit(scene, bot_exc_id, { waiting_for: { ...wait, approval_id: approval._id } });
    };
    await ask(['anna@example.com']);
    expect([await read(ada), await read(scene.root)]).toEqual([[undefined], ['approval']]);
    await ask(['ada@example.com']);
    expect(await read(ada)).toEqual(['approval']);
    expect(await read(roleHolder(scene, 'ada', 'Read-Only'))).toEqual([undefined]);
    for (const right of ['read_approval', 'update_approval']) {
      expect(await read(withDeniedPermission(ada, 'approval', right))).toEqual([undefined]);
    }
    expect(await read({ ...scene.root, readOnly: true })).toEqual([undefined]);
    await ask(['ada@example.com'], { no_self_approval: true, requested_by: ['ada@example.com'] });
    expect(await read(ada)).toEqual([undefined]);
    await commit(scene, bot_exc_id, { waiting_for: { ...wait, kind: 'message' } });
    expect([await read(ada), await read(scene.root)]).toEqual([['message'], ['message']]);
    const silent = [
      roleHolder(scene, 'ada', 'Read-Only'),
      withDeniedPermission(ada, 'service_portal', 'update_service_portal_run'),
      { ...ada, readOnly: true },
      { ...scene.root, readOnly: true },
    ];
    for (const caller of silent) expect(await read(caller)).toEqual([undefined]);
  });

  it('opens at the agent that waits for the approval of the reader', async () => {
    const { ada } = people();
    const { bot_exc_id } = await runOfAda();
    const until = isoTime(scene.time.now + 60_000);
    const open = (overrides: Partial<ChatThread> = {}) => {
      scene.time.now += 1000;
      return storeThread(scene, bot_exc_id, overrides);
    };
    /** An AI agent in a branch of a parallel, which waits for this approver. */
    const addWaitingThread = async (approver: string, lane: string) => {
      const approval = {
        ...approvalAskedAt(scene.time.now),
        expires_on: until,
        approvers: [approver],
      };
      await approvalStore(scene.db, scene.tenant_id).create(approval);
      const wait = {
        node_id: 'find',
        kind: 'approval',
        until,
        lane,
        approval_id: approval._id,
      } as const;
      const runs = executionStore(scene.db, scene.tenant_id);
      await runs.setWait(bot_exc_id, lane, wait, { updated_at: isoTime(scene.time.now) });
      return open({ lane });
    };
    const asksAda = await addWaitingThread('ada@example.com', 'both.000000');
    for (let count = 0; count < 20; count += 1) await open({ status: 'COMPLETED' });
    const asksAnna = await addWaitingThread('anna@example.com', 'both.000001');
    const read = (caller: Caller) =>
      portal.listPortalThreads(caller, { bot_exc_id, number_of_items: 20 });
    const { items, opens_at } = await read(ada);
    expect(items.map(({ _id }) => _id)).not.toContain(asksAda);
    expect(items[0]).toMatchObject({ _id: asksAnna, status: 'ACTIVE' });
    expect(items[0]).not.toHaveProperty('waiting_for');
    expect(opens_at).toMatchObject({ _id: asksAda, waiting_for: 'approval' });
    const seenByRoot = await read(scene.root);
    expect(seenByRoot.items[0]).toMatchObject({ _id: asksAnna, waiting_for: 'approval' });
    expect(seenByRoot.opens_at).toBeUndefined();
  });

  it('accepts messages of its owner, and notifies the owner and the organisation', async () => {
    const { ada } = people();
    const ownRun = await runOfAda();
    const message = { ...ownRun, content: 'Go on.', client_id: 'message-1' };
    expect(await portal.sendPortalMessage(ada, message)).toMatchObject({
      sent_by: 'ada@example.com',
      content: 'Go on.',
    });
    expect(pushes).toEqual([
      ['send_message', undefined],
      ['portal_chat_updated', 'ada@example.com'],
    ]);
  });

  it('is not found by other people, under another run or in another organisation', async () => {
    const { ada, bob } = people();
    const [ownRun, otherRun] = [await runOfAda(), await runOfAda()];
    const mixed = { bot_exc_id: otherRun.bot_exc_id, chat_thread_id: ownRun.chat_thread_id };
    const chat_message_id = `${ownRun.chat_thread_id}-1-0`;
    const message = { content: 'Go on.', client_id: 'message-1' };
    const stranger = person(newTenant());
    const calls = [bob, stranger].flatMap((caller) => [
      portal.listPortalThreads(caller, { bot_exc_id: ownRun.bot_exc_id, number_of_items: 10 }),
      portal.getPortalThread(caller, ownRun),
      portal.listPortalMessages(caller, { ...ownRun, ...threadQuery }),
      portal.sendPortalMessage(caller, { ...ownRun, ...message }),
      portal.getPortalMessage(caller, { bot_exc_id: ownRun.bot_exc_id, chat_message_id }),
    ]);
    const underAnother = [
      portal.getPortalThread(ada, mixed),
      portal.listPortalMessages(ada, { ...mixed, ...threadQuery }),
      portal.sendPortalMessage(ada, { ...mixed, ...message }),
      portal.getPortalMessage(ada, { bot_exc_id: otherRun.bot_exc_id, chat_message_id }),
      portal.getPortalMessage(ada, { bot_exc_id: ownRun.bot_exc_id, chat_message_id: '__proto__' }),
    ];
    const statuses = await Promise.all([...calls, ...underAnother].map(statusOf));
    expect(new Set(statuses)).toEqual(new Set([404]));
    expect(pushes).toEqual([]);
  });

  it('shows usage and cost only to people who may read the run', async () => {
    const { ada } = people();
    const ownRun = await runOfAda();
    const { bot_exc_id } = ownRun;
    const readRights = { bot_execution: { read_bot_execution: true } } as const;
    const staff = { _id: 'rol_staff', name: 'Staff', policies: { ALLOW: readRights, DENY: {} } };
    const reader = { ...ada, roles: [...ada.roles, staff] };
    const spentFor = async (caller: typeof ada) => {
      const { items } = await portal.listPortalThreads(caller, { bot_exc_id, number_of_items: 10 });
      const one = await portal.getPortalThread(caller, ownRun);
      return [items[0]?.spent, one.spent];
    };
    expect(await spentFor(ada)).toEqual([undefined, undefined]);
    expect(await spentFor(reader)).toEqual([spent, spent]);
    expect(await spentFor(scene.root)).toEqual([spent, spent]);
  });

  it('is visible to ROOT users', async () => {
    const ownRun = await runOfAda();
    const { items } = await portal.listPortalThreads(scene.root, {
      bot_exc_id: ownRun.bot_exc_id,
      number_of_items: 10,
    });
    expect(items).toHaveLength(1);
  });
});
