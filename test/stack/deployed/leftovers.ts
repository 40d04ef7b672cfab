import { approvalStore } from '#lib/domain/approvals/approval.store.ts';
import { botVersionStore } from '#lib/domain/bots/bot.store.ts';
import { executionTable } from '#lib/domain/executions/execution.table.ts';
import type { ExecutionView } from '#lib/domain/executions/execution.schema.ts';
import { laneStore } from '#lib/domain/executions/lanes/lane.store.ts';
import { pauseStore } from '#lib/domain/pauses/pause.store.ts';
import { userInputStore } from '#lib/domain/user-inputs/user-input.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { storeApproval } from '../../domain/approvals/store-approval.ts';
import { storeUserInput } from '../../domain/user-inputs/store-user-input.ts';
import { email, type Product, tenantId } from '../../support/deployed-product.ts';
import { draw } from '../../support/drawing.ts';
import {
  createChildRun,
  createPublishedBot,
  endRecord,
  inputLoop,
  startRunAndSettle,
} from '../../support/deployed/bots-and-runs.ts';
import type { Scenario } from '../../support/deployed/scenario.ts';
import { takeOrphanSlot } from './queues.ts';

const hour = 3600_000;
const past = '2026-01-01T00:00:00.000Z';

const pendingInputs = async ({ api }: Product, bot_exc_id: string): Promise<number> => {
  const { items } = await api['user-inputs'].listUserInputs({ status: 'PENDING' });
  return items.filter((one) => one.bot_exc_id === bot_exc_id).length;
};

/** The event of EventBridge for a run that Step Functions has ended. */
const statusChange = (
  { environment }: Product,
  run: Pick<ExecutionView, '_id'>,
  status: string,
  error?: string,
) => ({
  messageId: run._id,
  body: JSON.stringify({
    source: 'aws.states',
    'detail-type': 'Step Functions Execution Status Change',
    detail: {
      name: run._id,
      stateMachineArn: JSON.parse(environment('events/run-stopped').STATE_MACHINES ?? '{}')[
        'bot-run'
      ],
      status,
      input: JSON.stringify({ tenant_id: tenantId, bot_exc_id: run._id, lane: '' }),
      error: error ?? null,
      cause: null,
    },
  }),
});

/** Cleaning up after processes that crashed and state machines that ended by themselves. */
export const scenario: Scenario = (open, startWaitingRun) => {
  describe('a run that waits for user inputs in its lanes', () => {
    const ways = {
      'is aborted': (product: Product, bot_exc_id: string) =>
        product.api.executions.abortExecution({ bot_exc_id }),
      'is lost by its machine': (product: Product, bot_exc_id: string) =>
        product.invoke('engine/fail', { tenant_id: tenantId, bot_exc_id, error: 'X', cause: '' }),
      'is past its deadline': async (product: Product, bot_exc_id: string) => {
        await product.rewrite(executionTable, bot_exc_id, 'deadline_at', past);
        await product.invoke('events/sweep', {});
      },
      'was ended by Step Functions': async (product: Product, _id: string) => {
        const Records = [statusChange(product, { _id }, 'FAILED', 'States.Runtime')];
        await product.invoke('events/run-stopped', { Records });
      },
    };

    it.each(Object.entries(ways))('ends inputs and child runs when it %s', async (name, endRun) => {
      const product = open();
      const bot_id = await createPublishedBot(
        product,
        `Naming ${Object.keys(ways).indexOf(name)}`,
        inputLoop,
      );
      const id = await startRunAndSettle(product, bot_id);
      expect(await pendingInputs(product, id)).toBe(2);
      const child = await createChildRun(product, id, bot_id);
      await product.connect('gone');
      await endRun(product, id);
      expect(await pendingInputs(product, id)).toBe(0);
      expect(await product.stateOf(id)).toMatch(/FAILED|CANCELLED/);
      expect(await product.stateOf(child)).toBe('CANCELLED');
    });
  });

  describe('a run that Step Functions has ended', () => {
    it('is closed once with the cause, and a broken message is reported as failed', async () => {
      const product = open();
      const [timed, stopped] = [await startWaitingRun(), await startWaitingRun()];
      const Records = [
        statusChange(product, timed, 'TIMED_OUT'),
        statusChange(product, stopped, 'ABORTED', 'Somebody'),
        statusChange(product, stopped, 'FAILED'),
        { messageId: 'broken', body: '{"detail":{}}' },
      ];
      await product.connect('gone');
      const answer = await product.invoke('events/run-stopped', { Records });
      expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'broken' }] });
      const read = (bot_exc_id: string) => product.api.executions.getExecution({ bot_exc_id });
      expect(await read(timed._id)).toMatchObject({
        state: 'FAILED',
        errors: ['The engine took too long for this run. Run the bot again.'],
      });
      expect((await read(stopped._id)).state).toMatch(/FAILED|CANCELLED/);
      await product.deliver();
    });
  });

  describe('a run that ends while its approvers are being notified', () => {
    const graphs = {
      approval: draw('start -> ask:approval -approved-> end\nask -rejected-> kept:end', {
        ask: { message: 'May it?', approvers: [email], no_self_approval: true },
      }),
      input: draw('start -> ask:user_input -> end\nask -expired-> late:end', {
        ask: { inputs: [{ id: 'name', label: 'Name' }], authorizers: [email] },
      }),
    };

    it.each(Object.entries(graphs))('cancels its %s', async (kind, graph) => {
      const product = open();
      const bot_id = await createPublishedBot(product, `Interrupted ${kind}`, graph);
      const ses = product.answers.ses;
      let askingRunId = '';
      product.answers.ses = async (request) => {
        await endRecord(product, askingRunId);
        return ses?.(request) ?? {};
      };
      const { _id } = await product.api.executions.startExecution({ bot_id });
      askingRunId = _id;
      await product.runner.idle();
      product.answers.ses = ses ?? (() => ({}));
      expect(await pendingInputs(product, _id)).toBe(0);
      const approvals = await product.api.approvals.listApprovals({ status: 'pending' });
      expect(approvals.items.filter((one) => one.bot_exc_id === _id)).toEqual([]);
    });
  });

  describe('the check for orphans', () => {
    /** Everything that a run can leave behind if it was not ended properly. */
    const leaveBehind = async (product: Product, bot_exc_id: string) => {
      const { db } = product;
      const scene = { db, tenant_id: tenantId, time: { now: Date.now() } };
      const at = isoTime(Date.now());
      await pauseStore(db, tenantId).put({ bot_exc_id, lane: '', node_id: 'x' }, 'x'.repeat(43));
      await laneStore(db, tenantId).create(bot_exc_id, {
        lane: 'each.000000',
        state: 'IN_PROGRESS',
        results: {},
        inline_bytes: 0,
        errors: [],
        created_at: at,
        updated_at: at,
        open: 'open',
      });
      const approval_id = await storeApproval(scene, { bot_exc_id });
      const user_input_id = await storeUserInput(scene, { bot_exc_id });
      return { approval_id, user_input_id };
    };

    it('removes orphans of every kind', async () => {
      const product = open();
      const { db, api } = product;
      const graph = draw('start -> end');
      const bot_id = await createPublishedBot(product, 'Tidy', graph);
      const bot_exc_id = await startRunAndSettle(product, bot_id);
      const { approval_id, user_input_id } = await leaveBehind(product, bot_exc_id);
      await takeOrphanSlot(product, bot_id);
      const versions = botVersionStore(db, tenantId);
      const long = isoTime(Date.now() - hour);
      await versions.markUnowned(bot_id, 1, long);
      for (const version of [1, 2]) {
        const saved = { version, graph, saved_by: email, saved_at: long };
        await versions.create('bot_gone', saved, version === 2 ? long : undefined);
      }
      const ended = await createPublishedBot(product, 'Had a run', graph);
      const { _id: endedRunId } = await api.executions.startExecution({ bot_id: ended });
      await product.runner.idle();
      await api.bots.deleteBot({ bot_id: ended });
      await versions.markUnowned(ended, 1, long);
      const found = await product.invoke('events/reconcile', {});
      const minCounts = {
        pauses: 1,
        approvals: 1,
        user_inputs: 1,
        lanes: 1,
        slots: 1,
        versions: 1,
      };
      for (const [kind, count] of Object.entries(minCounts)) {
        expect([kind, Object(found).orphans[kind]]).toEqual([kind, expect.any(Number)]);
        expect(Object(found).orphans[kind]).toBeGreaterThanOrEqual(count);
      }
      expect((await approvalStore(db, tenantId).get(approval_id))?.status).toBe('cancelled');
      expect((await userInputStore(db, tenantId).get(user_input_id))?.status).toBe('EXPIRED');
      expect(await versions.get('bot_gone', 1)).toBeUndefined();
      // The outline still allows a run of a deleted bot to be read.
      expect((await versions.get(ended, 1))?.outline).toBe(true);
      const { names = {} } = await api.executions.getExecution({ bot_exc_id: endedRunId });
      expect(Object.values(names)).toEqual(['start', 'end']);
      expect(await api.bots.getBot({ bot_id })).toMatchObject({ version: 1 });
      await product.deliver();
    });
  });
};
