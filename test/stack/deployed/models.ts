import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import { executionTable } from '#lib/domain/executions/execution.table.ts';
import { userStore } from '#lib/domain/users/user.store.ts';
import { threadStore } from '#lib/domain/chat/thread.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { eventually } from '../../support/eventually.ts';
import { email, type Product, tenantId } from '../../support/deployed-product.ts';
import { aQuestion, aTask, draw } from '../../support/drawing.ts';
import { newcomer } from './audit.ts';
import { connectAccount } from './aws.ts';
import { storeIntegration } from '../../support/deployed/integration.ts';
import { sendDigest } from '../../support/deployed/digest.ts';
import { createPublishedBot, startRunAndSettle } from '../../support/deployed/bots-and-runs.ts';
import type { Scenario } from '../../support/deployed/scenario.ts';

export const after = ['audit'];

/** A model's question to people. */
export const askUserEntry: ChatEntry = {
  role: 'assistant',
  parts: [
    {
      type: 'tool_call',
      tool_call_id: 'call-1',
      tool_name: 'ask_user',
      args: { question: 'Which account?' },
    },
  ],
  final: false,
  model: 'small',
};

/** A user who has a role only if the organisation gives one to everybody. */
const guest = 'guest@acme.example';

/** How runs start: by themselves, or by a restart of users of any kind. */
type RunChanges = Record<string, unknown>;
const scheduledStart: RunChanges = {
  trigger: { type: 'schedule', scheduled_time: '2026-01-01T00:00:00Z' },
};
const restartedRun: RunChanges = { options: { restarted_by: [newcomer, guest] } };

/** A run whose AI agent waits for a message: its model, which never answers here, asked people. */
const startWaitingRun = async (product: Product, bot_id: string, starts: RunChanges) => {
  const { chat, executions } = product.api;
  const bot_exc_id = await startRunAndSettle(product, bot_id);
  const { items } = await chat.listChatThreads({ bot_exc_id, number_of_items: 1 });
  const chat_thread_id = items[0]?._id ?? '';
  for (const [field, value] of Object.entries(starts)) {
    await product.rewrite(executionTable, bot_exc_id, field, value);
  }
  const mails = product.ses.sent.length;
  const failed = (times: number) =>
    eventually(
      () => chat.getChatThread({ chat_thread_id }),
      ({ failures }) => failures >= times,
    );
  await failed(1);
  // Only the function that calls the model shows its answer; nothing else is sent before that.
  await product.connect('gone');
  await failed(2);
  const threadEntry = { sequence: 2, created_at: isoTime(Date.now()), entry: askUserEntry };
  await threadStore(product.db, tenantId).add(chat_thread_id, threadEntry);
  const waitsFor = async () => (await executions.getExecution({ bot_exc_id })).waiting_for?.kind;
  await eventually(waitsFor, (kind) => kind === 'message');
  // It waits before its state machine has handed over the token that a message uses.
  await product.deliver();
  expect(JSON.stringify(product.ses.sent.slice(mails))).toContain('Which account?');
  const { items: notifications } = await product.api.notifications.listNotifications({});
  expect(notifications).toContainEqual(expect.objectContaining({ kind: 'agent_question' }));
  await sendDigest(product);
  await product.connect('gone');
  // The question's answer is stored after the run has stopped waiting.
  const goesOn = () =>
    eventually(
      () => chat.listChatMessages({ chat_thread_id, order: 'asc' }),
      ({ messages }) => messages.some(({ message_type }) => message_type === 'tool-return'),
    );
  return { bot_exc_id, chat_thread_id, goesOn };
};

/** A message to an AI agent, as API Gateway delivers it. */
const createSocketEvent = async ({ api }: Product, message: object) => {
  const keyInput = { name: 'Socket of a chat', expires_on: null };
  const { _id: key_id } = await api['api-keys'].createApiKey(keyInput);
  return {
    requestContext: { authorizer: { tenant_id: tenantId, channels: '', user_id: email, key_id } },
    body: JSON.stringify({ action: 'send', id: 'message-1', channel: 'send_message', message }),
  };
};

/** Models, which a separate function calls for runs and for tests of nodes. */
export const scenario: Scenario = (open) => {
  describe('an AI agent of a bot', () => {
    it('retries its model, accepts messages by API and socket, and shows its thread', async () => {
      const product = open();
      const { integrations, chat } = product.api;
      const { accountId: id } = await integrations.createIntegration({
        cspName: 'openai',
        alias: 'Workers',
        groups: ['Tests'],
        values: { api_key: 'sk-canary-0123456789', models: 'small' },
      });
      // It draws bots as well; this model's address does not answer.
      const step = await product.api['bot-builder'].askBuilder({
        integration_id: id,
        messages: [{ role: 'user', text: 'Draw a bot.' }],
      });
      expect(step.type).toBe('failed');
      const find = { ...aTask, integration: { type: 'openai', id } };
      const graph = draw('start -> find:ai_agent -> end', { find });
      const bot_id = await createPublishedBot(product, 'With an agent', graph);
      const guestFields = {
        _id: guest,
        name: 'Guest',
        userType: 'SUBUSER',
        readOnly: false,
      } as const;
      const dates = { created_at: isoTime(Date.now()), updated_at: isoTime(Date.now()) };
      const people = userStore(product.db, tenantId);
      await people.create({ ...guestFields, roles: [], settings: {}, ...dates });
      const { bot_exc_id, chat_thread_id, goesOn } = await startWaitingRun(
        product,
        bot_id,
        restartedRun,
      );
      await chat.sendChatMessage({ chat_thread_id, content: 'Both.', client_id: 'message-1' });
      await goesOn();
      await product.api.executions.abortExecution({ bot_exc_id });
      expect(await chat.getChatThread({ chat_thread_id })).toMatchObject({
        status: 'CANCELLED',
        agent_node_id: 'find',
        bot_exc_id,
      });
      const { messages } = await chat.listChatMessages({ chat_thread_id, order: 'asc' });
      expect(messages.map(({ message_type }) => message_type)).toEqual([
        'system-prompt',
        'user-prompt',
        'tool-call',
        'user-prompt',
        'tool-return',
      ]);
      const { chat_session_id } = await chat.getChatThread({ chat_thread_id });
      const turn = { chat_session_id, agent_node_id: 'find', order: 'asc' } as const;
      expect((await chat.listAgentMessages(turn)).messages).toEqual(messages);
      await expect(chat.listAgentMessages({ ...turn, loop_index: 0 })).rejects.toThrow();
      const chat_message_id = messages[0]?._id ?? '';
      expect(await chat.getChatMessage({ chat_message_id })).toMatchObject({
        content: expect.stringContaining(aTask.task),
      });
      // The same over a socket.
      const second = await startWaitingRun(product, bot_id, scheduledStart);
      const answer = { content: 'The first.', client_id: 'message-2' };
      const frame = await createSocketEvent(product, {
        ...answer,
        chat_thread_id: second.chat_thread_id,
      });
      // Sent twice, as by a console that lost its connection, it counts once.
      for (let sent = 0; sent < 2; sent += 1) {
        const { body } = Object(await product.invoke('events/socket-message', frame));
        expect(JSON.parse(body)).toEqual({ channel: 'accepted', id: 'message-1' });
      }
      await second.goesOn();
      await product.api.executions.abortExecution({ bot_exc_id: second.bot_exc_id });
      // The chat is updated when the fact of the run's end has been handled.
      await product.connect('gone');
      await product.deliver();
    });
  });

  describe('a bot with an AI condition', () => {
    const judging = (integration: { type: string; id: string }) =>
      draw('start -> judge:ai_condition -yes-> end', {
        judge: { ...aQuestion, data: 'A port scan.', integration },
      });

    it('fails with the reason why its model cannot be reached, without its key', async () => {
      const product = open();
      const { accountId: id } = await product.api.integrations.createIntegration({
        cspName: 'openai',
        alias: 'Models',
        groups: ['Tests'],
        values: { api_key: 'sk-canary-0123456789', models: 'small' },
      });
      const bot_id = await createPublishedBot(
        product,
        'Asking a model',
        judging({ type: 'openai', id }),
      );
      const bot_exc_id = await startRunAndSettle(product, bot_id);
      const { results } = await product.api.executions.getExecution({ bot_exc_id });
      const error = expect.stringContaining('api.openai.com');
      expect(results).toMatchObject({ judge: { status: 'FAILED', error } });
      expect(JSON.stringify(results)).not.toContain('canary');
    });

    it('calls a Bedrock model by the role of an AWS account, in runs and in tests', async () => {
      const product = open();
      const account = await connectAccount(product, 'acme-integration-models');
      const values = { aws_account: account, region: 'eu-west-1', models: 'amazon.nova-lite-v1:0' };
      const id = await storeIntegration(product, 'bedrock', values);
      const graph = judging({ type: 'bedrock', id });
      const bot_id = await createPublishedBot(product, 'Asking Bedrock', graph);
      const { executions } = product.api;
      const error = expect.stringContaining('does not let Cloudwarden assume');
      const test = { bot_id, node_id: 'judge', graph, dry_run: false };
      expect(JSON.stringify(await executions.testNode(test))).toEqual(error);
      const { results } = await executions.getExecution({
        bot_exc_id: await startRunAndSettle(product, bot_id),
      });
      expect(results).toMatchObject({ judge: { status: 'FAILED', error } });
    });
  });
};
