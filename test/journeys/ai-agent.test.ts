import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import { draw } from '#test/support/drawing.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { type Loopback, openLoopback } from '#test/support/loopback.ts';
import { type ModelRequest, openScriptedModel } from '#test/support/scripted-model.ts';

let product: Embedded;
let server: Awaited<ReturnType<typeof openScriptedModel>>;
let directory: Loopback;
let bot_id: string;
let directoryIntegration: Awaited<ReturnType<typeof connect>>;
let integration: Awaited<ReturnType<typeof connect>>;

const modelKey = 'sk-canary-0123456789';
const toolKey = 'token-canary-987654321';

/** The directory's received look-ups; it answers once it may. */
let lookedUp: string[] = [];
let mayAnswer: Promise<void> = Promise.resolve();

/** The model looks a user up, or suspends them, and then reports what it found. */
const agentScript = ({ messages, tools }: ModelRequest) => {
  const returned = messages.find(({ role }) => role === 'tool');
  if (tools.includes('suspend_a_person')) {
    if (returned) return { say: returned.text };
    const args = { user: 'ada', reason_for_approval: 'Ada is locked out.' };
    return { call: [{ name: 'suspend_a_person', args }] };
  }
  if (!returned) return { call: [{ name: tools[0] ?? '', args: { user: 'ada' } }] };
  return { say: `Locked out: **${returned.text.includes('LOCKED_OUT')}**` };
};

const connect = async (cspName: string, values: Record<string, string>) => {
  const { accountId: id } = await product.api.integrations.createIntegration({
    cspName,
    alias: `Our ${cspName.replaceAll('_', '-')}`,
    groups: ['Platform'],
    values,
  });
  return { type: cspName, id };
};

beforeAll(async () => {
  server = await openScriptedModel(agentScript);
  directory = await openLoopback(async ({ path, headers }) => {
    lookedUp.push(path);
    await mayAnswer;
    // Some services repeat what they are sent.
    const body = JSON.stringify({ status: 'LOCKED_OUT', sent: headers.authorization });
    return { headers: { 'content-type': 'application/json' }, body };
  });
  const hosts = [server.host, new URL(directory.endpoint).host];
  product = await openEmbedded({ OUTGOING_ALLOW: hosts.join(',') });
  const { endpoint: api_url } = directory;
  directoryIntegration = await connect('elastic', { url: api_url, api_key: toolKey });
  integration = await connect('custom_model', {
    api_url: `${server.endpoint}/v1`,
    auth_type: 'bearer',
    api_key: modelKey,
    models: 'worker 1 4',
  });
  const { _id: action } = await product.api.actions.createAction({
    name: 'Look a person up',
    description: 'Reads one person.',
    executable_type: 'rest',
    integration_type: 'elastic',
    parameters_definition: [{ name: 'user', label: 'User' }],
    call: { method: 'GET', path: '/people/{user}' },
  });
  const find = {
    integration,
    task: 'Find out whether the person is locked out.',
    data: '{% $event.person %}',
    agent_toolkit: [{ action, integration: directoryIntegration }],
  };
  const graph = draw('start -> find:ai_agent -> end', { find });
  ({ _id: bot_id } = await product.api.bots.createBot({ name: 'Looks people up', graph }));
  await product.api.bots.publishBot({ bot_id, version: 1 });
});

/** A bot whose AI agent suspends users, after an approval. */
const createSuspendingBot = async (): Promise<string> => {
  const suspendAction = {
    description: 'Keeps one person from signing in.',
    executable_type: 'rest' as const,
    integration_type: 'elastic',
    parameters_definition: [{ name: 'user', label: 'User' }],
    call: { method: 'POST' as const, path: '/people/{user}/suspend' },
  };
  const { _id: action } = await product.api.actions.createAction({
    name: 'Suspend a person',
    ...suspendAction,
  });
  const find = {
    integration,
    task: 'Suspend the person.',
    data: '{% $event.person %}',
    agent_toolkit: [{ action, integration: directoryIntegration }],
    approvers: ['anna@example.com'],
  };
  const graph = draw('start -> find:ai_agent -> end', { find });
  const { _id } = await product.api.bots.createBot({ name: 'Suspends people', graph });
  await product.api.bots.publishBot({ bot_id: _id, version: 1 });
  return _id;
};

beforeEach(() => {
  lookedUp = [];
  mayAnswer = Promise.resolve();
});

afterAll(async () => {
  await product.close();
  await server.close();
  await directory.close();
});

const start = async (options: object = {}) =>
  (await product.api.executions.startExecution({ bot_id, input: { person: 'Ada' }, ...options }))
    ._id;

const waitForEnd = (bot_exc_id: string) =>
  eventually(
    () => product.api.executions.getExecution({ bot_exc_id }).catch(() => undefined),
    (run) => run !== undefined && isFinal(run.state),
  );

const threadsOf = async (bot_exc_id: string) =>
  (await product.api.chat.listChatThreads({ bot_exc_id })).items;

const messagesOf = async (chat_thread_id: string) =>
  (await product.api.chat.listChatMessages({ chat_thread_id, order: 'asc' })).messages;

/** Delays the directory's answers until the returned function is called. */
const holdAnswers = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  mayAnswer = promise;
  return resolve;
};

describe('the AI agent of a bot', () => {
  it('calls a tool and returns a response, and its messages are stored in order', async () => {
    const run = await start();
    await waitForEnd(run);
    const { executions } = product.api;
    const { output } = await executions.getNodeResult({ bot_exc_id: run, node_id: 'find' });
    expect(output).toMatchObject({ response: 'Locked out: **true**', steps: 2, tool_calls: 1 });
    const [thread] = await threadsOf(run);
    expect(thread).toMatchObject({ status: 'COMPLETED', agent_name: 'find', bot_exc_id: run });
    const messages = await messagesOf(thread?._id ?? '');
    expect(messages.map(({ message_type }) => message_type)).toEqual([
      'system-prompt',
      'user-prompt',
      'tool-call',
      'tool-return',
      'text',
    ]);
    const args_as_dict = { user: 'ada' };
    expect(messages[2]).toMatchObject({ tool_name: 'look_a_person_up', args_as_dict });
    expect(messages[4]).toMatchObject({ final_response: true, content: 'Locked out: **true**' });
  });

  it('shows no API key of its model or its tools', async () => {
    const run = await start();
    await waitForEnd(run);
    const [thread] = await threadsOf(run);
    const messages = await messagesOf(thread?._id ?? '');
    expect(JSON.stringify([messages, thread, server.asked])).not.toContain(toolKey);
    expect(JSON.stringify([messages, thread])).not.toContain(modelKey);
    expect(messages[3]?.content).toContain('LOCKED_OUT');
  });

  it('is visible while it works, and resumes after a kill without asking again', async () => {
    const before = server.asked.length;
    const answer = holdAnswers();
    const run = await start();
    await eventually(
      async () => lookedUp,
      (all) => all.length === 1,
    );
    const [thread] = await threadsOf(run);
    expect(thread).toMatchObject({ status: 'ACTIVE', spent: { steps: 1 } });
    expect((await messagesOf(thread?._id ?? '')).at(-1)).toMatchObject({
      message_type: 'tool-call',
    });
    await product.kill();
    answer();
    await product.start();
    expect(await waitForEnd(run)).toMatchObject({ state: 'SUCCEEDED' });
    // The interrupted tool is called again, since it only reads. The model is not called again.
    expect(lookedUp).toEqual(['/people/ada', '/people/ada']);
    expect(server.asked).toHaveLength(before + 2);
    expect(await threadsOf(run)).toMatchObject([{ status: 'COMPLETED', spent: { steps: 2 } }]);
  });

  it('stops when its run is aborted', async () => {
    const answer = holdAnswers();
    const run = await start();
    await eventually(
      async () => lookedUp,
      (all) => all.length === 1,
    );
    const before = server.asked.length;
    await product.api.executions.abortExecution({ bot_exc_id: run });
    expect(await threadsOf(run)).toMatchObject([{ status: 'CANCELLED' }]);
    answer();
    await waitForEnd(run);
    expect(server.asked).toHaveLength(before);
  });

  it('does not start in a dry run', async () => {
    const before = server.asked.length;
    const run = await start({ dry_run: true });
    const { results } = (await waitForEnd(run)) ?? {};
    expect(server.asked).toHaveLength(before);
    expect(results?.['find']?.would).toContain('start an agent on "Find out');
    expect(await threadsOf(run)).toEqual([]);
  });
});

describe('a tool that changes something and needs approval', () => {
  const approvalOf = (run: string) =>
    eventually(
      async () => {
        const { items } = await product.api.approvals.listApprovals({ status: 'pending' });
        return items.find(({ bot_exc_id }) => bot_exc_id === run);
      },
      (found) => found !== undefined,
    );

  const decide = async (run: string, status: 'resolved' | 'rejected') => {
    const approval_id = (await approvalOf(run))?._id ?? '';
    const approval = await product.api.approvals.getApproval({ approval_id });
    await product.api.approvals.resolveApproval({
      approval_id,
      status,
      all: true,
      message: 'I have looked.',
    });
    return approval;
  };

  const answerOf = async (run: string) => {
    await waitForEnd(run);
    const { executions } = product.api;
    const { output } = await executions.getNodeResult({ bot_exc_id: run, node_id: 'find' });
    return Object(output).response as string;
  };

  const call = ['/people/ada/suspend'];
  let bot: string;
  beforeAll(async () => {
    bot = await createSuspendingBot();
  });

  it('waits for people, who see the call, and is called after their approval', async () => {
    const run = await start({ bot_id: bot });
    const { asked_call } = await decide(run, 'resolved');
    expect(asked_call).toMatchObject({
      action: 'Suspend a person',
      integration: 'Our elastic',
      arguments: { user: 'ada' },
      claim: 'Ada is locked out.',
    });
    expect(await answerOf(run)).toContain('LOCKED_OUT');
    expect(lookedUp).toEqual(call);
    const [thread] = await threadsOf(run);
    const messages = await messagesOf(thread?._id ?? '');
    const toolCall = messages.find(({ message_type }) => message_type === 'tool-call');
    expect(toolCall?.approval_id).toMatch(/^apr_/);
    expect(messages.map(({ message_type }) => message_type)).not.toContain('asked');
  });

  it('is not called when people reject the call', async () => {
    const run = await start({ bot_id: bot });
    await decide(run, 'rejected');
    expect(await answerOf(run)).toContain('rejected this call: "I have looked."');
    expect(lookedUp).toEqual([]);
  });

  it('cancels its approval when the run is aborted', async () => {
    const run = await start({ bot_id: bot });
    const approval = await approvalOf(run);
    await product.api.executions.abortExecution({ bot_exc_id: run });
    const { _id: approval_id = '' } = approval ?? {};
    const { status } = await product.api.approvals.getApproval({ approval_id });
    expect(status).toBe('cancelled');
    expect(lookedUp).toEqual([]);
  });

  it('is not called again after a kill during the call', async () => {
    const answer = holdAnswers();
    const run = await start({ bot_id: bot });
    await decide(run, 'resolved');
    await eventually(
      async () => lookedUp,
      (all) => all.length === 1,
    );
    await product.kill();
    answer();
    await product.start();
    expect(await answerOf(run)).toContain('its outcome is unknown');
    expect(lookedUp).toEqual(call);
  });

  it('keeps its approval pending after a kill of the server', async () => {
    const run = await start({ bot_id: bot });
    const before = await approvalOf(run);
    await product.kill();
    await product.start();
    expect((await decide(run, 'resolved'))._id).toBe(before?._id);
    expect(await answerOf(run)).toContain('LOCKED_OUT');
    expect(lookedUp).toEqual(call);
  });
});

describe('the messages of an AI agent', () => {
  it('return 404 for an unknown run, thread or message', async () => {
    const unknownId = `thr_${'0'.repeat(44)}`;
    const paths = [
      `chat_threads/bot_execution/exc_${'0'.repeat(44)}`,
      `chat_threads/${unknownId}`,
      `chat_threads/${unknownId}/messages`,
      `chat/messages/${unknownId}-0-0`,
      'chat/messages/__proto__',
    ];
    for (const path of paths) {
      expect([path, (await product.request('GET', path)).status]).toEqual([path, 404]);
    }
  });

  it.each(['limit=0', 'limit=501', 'skip=-1', 'order=up', 'sort_by=content'])(
    'refuse the query %s',
    async (query) => {
      const path = `chat_threads/thr_${'0'.repeat(44)}/messages?${query}`;
      expect((await product.request('GET', path)).status).toBe(400);
    },
  );
});
