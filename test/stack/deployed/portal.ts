import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { threadStore } from '#lib/domain/chat/thread.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { email, type Product, tenantId } from '../../support/deployed-product.ts';
import { aTask, draw } from '../../support/drawing.ts';
import { eventually } from '../../support/eventually.ts';
import { askUserEntry } from './models.ts';
import { createPublishedBot, inputLoop } from '../../support/deployed/bots-and-runs.ts';
import type { Scenario } from '../../support/deployed/scenario.ts';
import { takeOrphanSlot } from './queues.ts';

const approvalGraph = draw('start -> ask:approval -approved-> end\nask -rejected-> kept:end', {
  ask: { message: 'May it?', approvers: [email] },
});

const letters = ['a', 'b', 'c', 'd'];

const longForm = draw(
  `start -> fork:parallel -> form:user_input -> join:merge -> ask:approval -approved-> end
     form -expired-> join
     fork -> quick:condition -yes-> join
     ask -rejected-> kept:end`,
  {
    form: { inputs: letters.map((id) => ({ id, label: id })) },
    ask: { message: 'May it?', approvers: [email] },
  },
);

type NewBot = Parameters<Product['api']['bots']['createBot']>[0];

const publishApp = async (
  product: Product,
  name: string,
  graph: Graph,
  settings?: NewBot['settings'],
): Promise<string> => {
  const bot_id = await createPublishedBot(product, name, graph, settings);
  await product.api.bots.setServicePortal({ bot_id, service_portal_published: true });
  return bot_id;
};

/** The service portal: apps are started, followed, ended and restarted. */
export const scenario: Scenario = (open) => {
  describe('an app of the service portal', () => {
    it('can be started, followed and restarted by its user', async () => {
      const product = open();
      const { api, runner } = product;
      const app_id = await publishApp(product, 'Hire somebody', inputLoop);
      const calls = api['service-portal'];
      expect((await calls.listPortalApps({})).items).toMatchObject([{ _id: app_id }]);
      expect((await calls.getPortalApp({ app_id })).groups.length).toBeGreaterThan(0);
      const { _id: first } = await calls.startPortalApp({ app_id });
      await runner.idle();
      const waiting = await calls.getPortalRun({ bot_exc_id: first });
      expect(waiting).toMatchObject({ state: 'WAITING_FOR_INPUT' });
      await product.connect('gone');
      const { _id: second } = await calls.restartPortalRun({ bot_exc_id: first });
      await runner.idle();
      expect(await product.stateOf(first)).toBe('CANCELLED');
      expect(await product.stateOf(second)).toBe('WAITING_FOR_INPUT');
      const { items } = await calls.listPortalRuns({ state: 'CANCELLED' });
      expect(items.map(({ _id }) => _id)).toContain(first);
      expect((await calls.listPortalRuns({})).items.length).toBeGreaterThan(1);
      const oldest = await calls.listPortalRuns({ sort: 'created_at' });
      expect(oldest.items.length).toBeGreaterThan(1);
    });

    it('shows long values that were entered in a branch', async () => {
      const product = open();
      const { api, runner } = product;
      const app_id = await publishApp(product, 'Order a desk', longForm);
      const { _id: bot_exc_id } = await api['service-portal'].startPortalApp({ app_id });
      await runner.idle();
      const [wait] = (await api['service-portal'].getPortalRun({ bot_exc_id })).waits;
      const values = Object.fromEntries(letters.map((letter) => [letter, letter.repeat(9000)]));
      const user_input_id = wait?.user_input_id ?? '';
      await api['user-inputs'].submitUserInput({ user_input_id, values });
      await product.deliver();
      const run = await api['service-portal'].getPortalRun({ bot_exc_id });
      expect(run.entered.map((form) => form.values.length)).toEqual([letters.length]);
      const approval_id = run.waits[0]?.approval_id ?? '';
      const approval = await api.approvals.getApproval({ approval_id });
      expect(approval.entered).toMatchObject([{ form: 'form', by: email }]);
      await api['service-portal'].abortPortalRun({ bot_exc_id });
    });

    it('has a chat with its AI agent, which continues after a message', async () => {
      const product = open();
      const { api, runner } = product;
      const values = { api_key: 'sk-canary-0123456789', models: 'small' };
      const input = { cspName: 'openai', alias: 'Models of apps', groups: ['Tests'], values };
      const { accountId: id } = await api.integrations.createIntegration(input);
      const find = { ...aTask, integration: { type: 'openai', id } };
      const graph = draw('start -> find:ai_agent -> end', { find });
      const app_id = await publishApp(product, 'Ask an agent', graph);
      const calls = api['service-portal'];
      const { _id: bot_exc_id } = await calls.startPortalApp({ app_id });
      await runner.idle();
      const { items } = await calls.listPortalThreads({ bot_exc_id });
      const threadRef = { bot_exc_id, chat_thread_id: items[0]?._id ?? '' };
      expect(await calls.getPortalThread(threadRef)).toMatchObject({
        _id: threadRef.chat_thread_id,
      });
      const threadEntry = { sequence: 2, created_at: isoTime(Date.now()), entry: askUserEntry };
      await threadStore(product.db, tenantId).add(threadRef.chat_thread_id, threadEntry);
      const waitsFor = async () => (await calls.getPortalRun({ bot_exc_id })).waits[0]?.kind;
      await eventually(waitsFor, (kind) => kind === 'message');
      await product.deliver();
      await product.connect('gone');
      await calls.sendPortalMessage({ ...threadRef, content: 'Both.', client_id: 'message-1' });
      await eventually(waitsFor, (kind) => kind !== 'message');
      // The AI agent handles messages that were written after its run continued.
      const { messages } = await eventually(
        () => calls.listPortalMessages({ ...threadRef, order: 'asc' }),
        (page) => page.messages.some(({ message_type }) => message_type === 'tool-return'),
      );
      const chat_message_id = messages[0]?._id ?? '';
      await calls.getPortalMessage({ bot_exc_id, chat_message_id });
      await calls.abortPortalRun({ bot_exc_id });
    });

    it('respects the concurrency limit of its bot, and can be aborted', async () => {
      const product = open();
      const { api, runner } = product;
      const limits = { concurrency: { limit: 1 } };
      const app_id = await publishApp(product, 'Open a port', approvalGraph, limits);
      await takeOrphanSlot(product, app_id);
      const calls = api['service-portal'];
      const { _id } = await calls.startPortalApp({ app_id });
      await runner.idle();
      expect(await product.stateOf(_id)).toBe('WAITING_FOR_APPROVAL');
      await product.connect('gone');
      await calls.abortPortalRun({ bot_exc_id: _id });
      expect(await product.stateOf(_id)).toBe('CANCELLED');
    });
  });
};
