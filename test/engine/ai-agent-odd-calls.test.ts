import { newAction } from '#lib/domain/actions/own-action.schema.ts';
import { ownActionStore } from '#lib/domain/actions/own-action.store.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { eventually } from '#test/support/eventually.ts';
import type { ModelAnswer, ModelPart } from '#lib/ports/model.ts';
import {
  agentGraph,
  agentSettings,
  agentWorlds,
  answersInOrder,
  getUserCall,
  getUserTool,
  lockedUserPeer,
  readAgent,
  readApprovals,
  suspendSettings,
  textAnswer,
  toolCall,
  toolCallAnswer,
  type World,
} from './agent-world.ts';
import { openedIntegration } from './nodes/node-world.ts';
import { tenant } from './world.ts';

const database = openTestDatabase('disk');
const world = agentWorlds(database);

const agent = { ...agentSettings, ...suspendSettings };
const drawn = () => agentGraph(suspendSettings);

const suspendCallWithId = (tool_call_id: string, user: string): ModelPart => {
  const args = { user, reason_for_approval: 'A model says so.' };
  return { type: 'tool_call', tool_call_id, tool_name: 'okta_suspend_user', args };
};

const usersCalled = ({ called }: World) => called.map(({ url }) => /users\/([^/]+)/.exec(url)?.[1]);

describe('tool calls with the same id', () => {
  it('are approved and made separately, and get different ids in the thread', async () => {
    const [first, second] = [
      toolCallAnswer(suspendCallWithId('call_0', 'ada'), suspendCallWithId('call_0', 'bob')),
      textAnswer('Done.'),
    ];
    const one = world(
      answersInOrder(
        first,
        toolCallAnswer(suspendCallWithId('call_0', 'carl'), suspendCallWithId('', 'dora')),
        second,
      ),
    );
    one.pass(1);
    const id = await one.start(drawn());
    await one.drive(id);
    expect(usersCalled(one)).toEqual(['ada', 'bob', 'carl', 'dora']);
    const { entries } = await readAgent(database, one, id);
    const ids = entries.flatMap((entry) => (entry.role === 'tool' ? [entry.tool_call_id] : []));
    expect(new Set(ids).size).toBe(4);
    const askedIds = entries.flatMap((entry) =>
      entry.role === 'asked' ? [entry.tool_call_id] : [],
    );
    expect(askedIds).toEqual(ids);
  });
});

describe('deeply nested arguments', () => {
  it.each([1000, 30_000])('fail the tool call at %d levels', async (levels) => {
    const deep: unknown = JSON.parse('['.repeat(levels) + ']'.repeat(levels));
    const one = world(
      answersInOrder(
        toolCallAnswer(toolCall('okta_suspend_user', { user: deep })),
        textAnswer('Done.'),
      ),
    );
    const id = await one.start(drawn());
    await one.drive(id);
    const { run, entries } = await readAgent(database, one, id);
    expect(run.state).toBe('SUCCEEDED');
    expect(entries.find(({ role }) => role === 'tool')).toMatchObject({
      is_error: true,
      content: 'The arguments are nested too deeply. Give plain ones.',
    });
    expect(one.called).toEqual([]);
  });
});

describe('an approved call of an AI agent', () => {
  it('needs a new approval when its integration got other keys meanwhile', async () => {
    const one = world(
      answersInOrder(toolCallAnswer(suspendCallWithId('call_0', 'ada')), textAnswer('Done.')),
    );
    const id = await one.start(drawn());
    let pauses = 0;
    await one.drive(id, {
      onPause: () => {
        pauses += 1;
        const keys = { domain: 'acme.okta.com', api_token: 'of-somebody-else' };
        one.accounts.okta = openedIntegration('okta', keys, { revision: 2 });
        if (pauses > 1) expect(one.called).toEqual([]);
      },
    });
    expect(pauses).toBe(2);
    const approvals = await readApprovals(one, id);
    const runApprovals = approvals.filter(({ bot_exc_id }) => bot_exc_id === id);
    expect(new Set(runApprovals.map(({ asked_call }) => asked_call?.digest)).size).toBe(2);
    expect(one.called).toHaveLength(1);
  });

  it('keeps large arguments complete in its approval', async () => {
    const user = 'a'.repeat(50_000);
    const one = world(
      answersInOrder(
        toolCallAnswer(suspendCallWithId('call_0', user)),
        toolCallAnswer(suspendCallWithId('call_0', 'bob')),
        textAnswer('.'),
      ),
    );
    const id = await one.start(drawn(), { note: 'b'.repeat(60_000) });
    const large = await one.drive(id).then(() => readApprovals(one, id));
    const runApprovals = large.filter(({ bot_exc_id }) => bot_exc_id === id);
    const letters = runApprovals.map(
      ({ asked_call }) => String(asked_call?.arguments['user']).length,
    );
    expect(letters.toSorted()).toEqual([3, 50_000].toSorted());
    expect((await one.read(id)).state).toBe('SUCCEEDED');
    expect(one.called).toHaveLength(2);
  });

  it('is mailed with the number of characters that were left out', async () => {
    const one = world(
      answersInOrder(
        toolCallAnswer(suspendCallWithId('call_0', 'a'.repeat(3000))),
        textAnswer('Done.'),
      ),
    );
    const id = await one.start(drawn());
    await one.drive(id);
    expect(one.messages.mails[0]?.text).toMatch(
      /aaa… \(1,011 more characters: open the approval\)/,
    );
  });
});

describe('an AI agent whose node has timed out', () => {
  it('makes no further call while the run continues', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const one = world(
      answersInOrder(toolCallAnswer(getUserCall('ada')), toolCallAnswer(getUserCall('bob'))),
      async (...args) => {
        await promise;
        return lockedUserPeer(...args);
      },
    );
    const graph = draw('start -> find:ai_agent -> hold:delay -> end', {
      find: agent,
      hold: { seconds: 300 },
    });
    const policy = { timeout_seconds: 1, on_error: 'continue' as const };
    const nodes = graph.nodes.map((node) => (node.id === 'find' ? { ...node, policy } : node));
    const id = await one.start({ ...graph, nodes } as typeof graph);
    let step = await one.advance(id);
    while (step.next !== 'done' && (await one.read(id)).waiting_for?.node_id !== 'hold') {
      step = await one.advance(id);
    }
    const readState = () => readAgent(database, one, id);
    const failedThread = {
      status: 'FAILED',
      error: 'It did not finish within its timeout of 1 s.',
    };
    expect((await readState()).thread).toMatchObject(failedThread);
    resolve();
    await eventually(readState, ({ entries }) => entries.at(-1)?.role === 'tool');
    expect((await readState()).thread).toMatchObject(failedThread);
    expect((await one.read(id)).state).toBe('IN_PROGRESS');
    expect(one.modelTurns).toHaveLength(1);
    expect(usersCalled(one)).toEqual(['ada']);
  });
});

describe('an AI agent whose node has retries', () => {
  it('stays active until the last attempt fails, then reports the error', async () => {
    const error = 'Out of reach.';
    const down: ModelAnswer = { type: 'failed', kind: 'unreachable', error };
    const one = world(() => down);
    const graph = draw('start -> find:ai_agent -> end', { find: agent });
    const policy = { retries: 1 };
    const nodes = graph.nodes.map((node) => (node.id === 'find' ? { ...node, policy } : node));
    const id = await one.start({ ...graph, nodes } as typeof graph);
    await one.drive(id);
    expect(one.modelTurns).toHaveLength(5 * 2);
    const failedThread = {
      status: 'FAILED',
      error,
      failed_integration_id: agentSettings.integration.id,
    };
    expect((await readAgent(database, one, id)).thread).toMatchObject(failedThread);
    // In between it is open without waiting for a model: people write to it, and it begins anew.
    const stands = one.messages.chat.flatMap(({ status, retry }) =>
      status ? [retry ?? status] : [],
    );
    const attempt = [2, 3, 4, 5].map((number) => expect.objectContaining({ attempt: number }));
    expect(stands).toEqual([...attempt, 'ACTIVE', ...attempt, 'FAILED']);
  });
});

describe('an action with the name of a built-in AI agent tool', () => {
  it('is offered to the model under a different name', async () => {
    const at = '2026-03-01T10:00:00.000Z';
    const parsedAction = newAction.parse({
      name: 'Ask user',
      description: 'Reads what a user was asked.',
      executable_type: 'rest',
      integration_type: 'okta',
      call: { method: 'GET', path: '/api/v1/users/{user}' },
      parameters_definition: [{ name: 'user', label: 'User' }],
    });
    const _id = `act_${'7'.repeat(44)}`;
    const facts = { user_id: 'a', updated_by: 'a', created_at: at, updated_at: at, version: 1 };
    await ownActionStore(database.db, tenant).create({
      ...parsedAction,
      ...facts,
      _id,
      tenant_id: tenant,
    });
    const one = world(
      answersInOrder(toolCallAnswer(toolCall('ask_user_2', { user: 'ada' })), textAnswer('Done.')),
    );
    const ownAgent = { ...agent, agent_toolkit: [{ ...getUserTool, action: _id }] };
    const id = await one.start(draw('start -> find:ai_agent -> end', { find: ownAgent }));
    await one.drive(id);
    expect(one.modelTurns[0]?.tools?.map(({ name }) => name)).toEqual(['ask_user_2', 'ask_user']);
    expect(usersCalled(one)).toEqual(['ada']);
  });
});
