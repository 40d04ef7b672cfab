import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import { threadStore } from '#lib/domain/chat/thread.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { eventually } from '../../support/eventually.ts';
import { email, type Product, tenantId } from '../../support/deployed-product.ts';
import { aTask, draw } from '../../support/drawing.ts';
import {
  createChildRun,
  createPublishedBot,
  endRecord,
  startRunAndSettle,
} from '../../support/deployed/bots-and-runs.ts';
import type { Scenario } from '../../support/deployed/scenario.ts';
import { approvalGraph, takeOrphanSlot } from './queues.ts';

/** A model's request to run the bot "Quarantine". */
const runBotEntry: ChatEntry = {
  role: 'assistant',
  parts: [
    {
      type: 'tool_call',
      tool_call_id: 'call-1',
      tool_name: 'run_quarantine',
      args: { input: { host: 'web-1' }, reason_for_approval: 'It mines coins.' },
    },
  ],
  final: false,
  model: 'small',
};

/** An integration of a model that does not answer. */
const connectModel = async ({ api }: Product, alias: string) => {
  const values = { api_key: 'sk-canary-0123456789', models: 'small' };
  const input = { cspName: 'openai', alias, groups: ['Tests'], values };
  const { accountId: id } = await api.integrations.createIntegration(input);
  return { type: 'openai', id };
};

/** A run whose AI agent has asked to run a bot, and the approval of that. */
const startAskingRun = async (product: Product, bot: string) => {
  const { chat, executions } = product.api;
  const integration = await connectModel(product, 'Workers that run bots');
  const settings = { agent_bots: [{ bot_id: bot }], approvers: [email] };
  const find = { ...aTask, ...settings, integration };
  const graph = draw('start -> find:ai_agent -> end', { find });
  const bot_exc_id = await startRunAndSettle(
    product,
    await createPublishedBot(product, 'Runs a bot', graph),
  );
  const { items } = await chat.listChatThreads({ bot_exc_id, number_of_items: 1 });
  const threadEntry = { sequence: 2, created_at: isoTime(Date.now()), entry: runBotEntry };
  await threadStore(product.db, tenantId).add(items[0]?._id ?? '', threadEntry);
  const { waiting_for } = await eventually(
    () => executions.getExecution({ bot_exc_id }),
    (run) => run.waiting_for?.kind === 'approval',
  );
  await product.deliver();
  return { bot_exc_id, approval_id: waiting_for?.approval_id ?? '' };
};

/** Acts once, when the state machine of a run other than this one is started. */
const onceStarted = (
  { answers }: Product,
  bot_exc_id: string,
  callback: (started: string) => Promise<unknown>,
): void => {
  const { states } = answers;
  answers.states = async (request) => {
    const { name } = JSON.parse(request.body.toString());
    if (typeof name === 'string' && name !== bot_exc_id) {
      if (states) answers.states = states;
      await callback(name);
    }
    return states?.(request) ?? {};
  };
};

/** Bots run by AI agents. */
export const scenario: Scenario = (open) => {
  describe('an AI agent that runs a bot', () => {
    it('starts the bot once that is approved, and ends its run when the parent ends', async () => {
      const product = open();
      const settings = { concurrency: { limit: 1 } };
      const bot = await createPublishedBot(product, 'Quarantine', approvalGraph, settings);
      // The slot of a run whose process crashed was never released.
      await takeOrphanSlot(product, bot);
      const { bot_exc_id, approval_id } = await startAskingRun(product, bot);
      const childRuns: string[] = [];
      onceStarted(product, bot_exc_id, async (child) => {
        childRuns.push(child, await createChildRun(product, child, bot));
        await endRecord(product, bot_exc_id);
      });
      await product.connect('gone');
      await product.approve(approval_id);
      for (const id of childRuns) {
        await eventually(
          () => product.stateOf(id),
          (state) => state === 'CANCELLED',
        );
      }
      expect(childRuns).toHaveLength(2);
    });

    it('ends with its failed branch, together with the run that it started', async () => {
      const product = open();
      const { chat, executions } = product.api;
      const integration = await connectModel(product, 'Workers in branches');
      const graph = draw(
        'start -> both:parallel -> find:ai_agent -> join:merge -> end\nboth -> wait:delay -> join',
        { find: { ...aTask, integration }, wait: { seconds: 600 } },
      );
      const bot = await createPublishedBot(product, 'Works in a branch', graph);
      const bot_exc_id = await startRunAndSettle(product, bot);
      const { items } = await chat.listChatThreads({ bot_exc_id, number_of_items: 1 });
      const { _id: chat_thread_id = '', lane } = items[0] ?? {};
      const session_generated_bot_exc_id = await createChildRun(product, bot_exc_id, bot);
      const noted = { session_generated_bot_exc_id, updated_at: isoTime(Date.now()) };
      await threadStore(product.db, tenantId).change(chat_thread_id, noted);
      await product.connect('gone');
      const lost = { tenant_id: tenantId, bot_exc_id, lane, error: 'Lost', cause: '' };
      await product.invoke('engine/fail', lost);
      expect(await chat.getChatThread({ chat_thread_id })).toMatchObject({ status: 'CANCELLED' });
      expect(await product.stateOf(session_generated_bot_exc_id)).toBe('CANCELLED');
      expect(await product.stateOf(bot_exc_id)).toBe('IN_PROGRESS');
      await executions.abortExecution({ bot_exc_id });
      await product.deliver();
    });
  });
};
