import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import { threadStore } from '#lib/domain/chat/thread.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { eventually } from '../../support/eventually.ts';
import { email, type Product, tenantId } from '../../support/deployed-product.ts';
import { aTask, draw } from '../../support/drawing.ts';
import { begun, childOf, endRecord, published } from '../../support/deployed/published.ts';
import type { Scenario } from '../../support/deployed/scenario.ts';
import { asking, takePlace } from './queues.ts';

/** As a model asks for a run of the bot "Quarantine". */
const runsABot: ChatEntry = {
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

/** A run whose agent has asked for a run of a bot, and the approval of that. */
const asked = async (product: Product, bot: string) => {
  const { integrations, chat, executions } = product.api;
  const { accountId: id } = await integrations.createIntegration({
    cspName: 'openai',
    alias: 'Workers that run bots',
    groups: ['Tests'],
    values: { api_key: 'sk-canary-0123456789', models: 'small' },
  });
  const settings = { agent_bots: [{ bot_id: bot }], approvers: [email] };
  const find = { ...aTask, ...settings, integration: { type: 'openai', id } };
  const graph = draw('start -> find:ai_agent -> end', { find });
  const bot_exc_id = await begun(product, await published(product, 'Runs a bot', graph));
  const { items } = await chat.listChatThreads({ bot_exc_id, number_of_items: 1 });
  const kept = { sequence: 2, created_at: isoTime(Date.now()), entry: runsABot };
  await threadStore(product.db, tenantId).add(items[0]?._id ?? '', kept);
  const { waiting_for } = await eventually(
    () => executions.getExecution({ bot_exc_id }),
    (run) => run.waiting_for?.kind === 'approval',
  );
  await product.deliver();
  return { bot_exc_id, approval_id: waiting_for?.approval_id ?? '' };
};

/** Does something once, when the machine of another run than this one is started. */
const whenStarted = (
  { answers }: Product,
  bot_exc_id: string,
  act: (started: string) => Promise<unknown>,
): void => {
  const { states } = answers;
  answers.states = async (request) => {
    const { name } = JSON.parse(request.body.toString());
    if (typeof name === 'string' && name !== bot_exc_id) {
      if (states) answers.states = states;
      await act(name);
    }
    return states?.(request) ?? {};
  };
};

/** Bots that agents run. */
export const scenario: Scenario = (open) => {
  describe('an agent that runs a bot', () => {
    it('starts it once that was approved; a run that ends meanwhile takes it along', async () => {
      const product = open();
      const settings = { concurrency: { limit: 1 } };
      const bot = await published(product, 'Quarantine', asking, settings);
      // Nobody has given back the place of a run that died.
      await takePlace(product, bot);
      const { bot_exc_id, approval_id } = await asked(product, bot);
      const below: string[] = [];
      whenStarted(product, bot_exc_id, async (child) => {
        below.push(child, await childOf(product, child, bot));
        await endRecord(product, bot_exc_id);
      });
      await product.connect('gone');
      await product.approve(approval_id);
      for (const id of below) {
        await eventually(() => product.stateOf(id), (state) => state === 'CANCELLED');
      }
      expect(below).toHaveLength(2);
    });
  });
};
