import { runSlotTable } from '#lib/domain/executions/slots/slot.table.ts';
import { slotStore } from '#lib/domain/executions/slots/slot.store.ts';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { email, type Listener, type Product, tenantId } from '../../support/deployed-product.ts';
import { draw } from '../../support/drawing.ts';
import { finding } from '../../support/findings.ts';
import {
  createPublishedBot,
  endRecord,
  startRunAndSettle,
} from '../../support/deployed/bots-and-runs.ts';
import type { Scenario } from '../../support/deployed/scenario.ts';

/** Waits for an approval. */
export const approvalGraph = draw(
  'start -> ask:approval -approved-> end\nask -rejected-> kept:end',
  {
    ask: { message: 'May it?', approvers: [email] },
  },
);

const concurrencySettings = (limit: number, key?: string) => ({ concurrency: { limit, key } });

/** A slot taken by a process that crashed before it used it. */
export const takeOrphanSlot = ({ db }: Product, bot_id: string): Promise<boolean> =>
  slotStore(db, tenantId).take(`${bot_id}#all`, 'exc_died', 1, Date.now() - 3 * 3600_000);

const approveFirst = async (product: Product, bot_exc_id: string): Promise<void> => {
  const { waiting_for } = await product.api.executions.getExecution({ bot_exc_id });
  await product.approve(waiting_for?.approval_id ?? '');
  // The end of the run is a fact of its own.
  await product.deliver();
};

/** Saves concurrently until one save has stored its graph, lost the race, and removed it again. */
const loseSaveRace = async (
  { api, uses }: Product,
  change: { bot_id: string; name: string; graph: Graph },
): Promise<void> => {
  const isTakenBack = ({ caller, action, resource }: Product['uses'][number]) =>
    caller === 'api/bots' && action === 'dynamodb:DeleteItem' && /botversions/.test(resource);
  while (!uses.some(isTakenBack)) {
    const { draft_version: base_version } = await api.bots.getBot({ bot_id: change.bot_id });
    const saves = Array.from({ length: 6 }, () => api.bots.updateBot({ ...change, base_version }));
    const saved = await Promise.allSettled(saves);
    expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  }
};

/** Runs that wait for each other, and what happens to them when their bot is deleted. */
export const scenario: Scenario = (open) => {
  describe('a bot with a concurrency limit', () => {
    it.each([1, 2])('starts the next queued run when one of %i has ended', async (limit) => {
      const product = open();
      const bot_id = await createPublishedBot(
        product,
        `One of ${limit}`,
        approvalGraph,
        concurrencySettings(limit),
      );
      const ids: string[] = [];
      while (ids.length <= limit) ids.push(await startRunAndSettle(product, bot_id));
      const last = ids.at(-1) ?? '';
      expect(await product.stateOf(last)).toBe('QUEUED');
      await approveFirst(product, ids[0] ?? '');
      expect(await product.stateOf(last)).toBe('WAITING_FOR_APPROVAL');
    });

    it('reuses slots whose runs no longer exist', async () => {
      const product = open();
      const bot_id = await createPublishedBot(
        product,
        'Started again',
        approvalGraph,
        concurrencySettings(1),
      );
      await takeOrphanSlot(product, bot_id);
      expect(await product.stateOf(await startRunAndSettle(product, bot_id))).toBe(
        'WAITING_FOR_APPROVAL',
      );
    });

    it('is resumed by the sweep when a free slot was not reported', async () => {
      const product = open();
      const bot_id = await createPublishedBot(
        product,
        'Forgotten place',
        approvalGraph,
        concurrencySettings(1),
      );
      const [died, waits] = [
        await startRunAndSettle(product, bot_id),
        await startRunAndSettle(product, bot_id),
      ];
      const long = isoTime(Date.now() - 3600_000);
      await product.rewrite(runSlotTable, `${bot_id}#all`, 'holders', { [died]: long });
      await product.rewrite(runSlotTable, `${bot_id}#all`, 'reviewed_at', long);
      await endRecord(product, died);
      await product.invoke('events/sweep', {});
      await product.runner.idle();
      expect(await product.stateOf(waits)).toBe('WAITING_FOR_APPROVAL');
    });

    it('limits runs by a key of their event, and can replay one', async () => {
      const product = open();
      const { api } = product;
      const listener: Listener = await api.listeners.createListener({
        name: 'Large ones',
        description: 'Findings with many hosts',
        auth_configs: { auth_type: 'signature', headers: {} },
      });
      const graph = draw('start -> end');
      const settings = { trigger_type: 'event_driven', listener_id: listener._id };
      const nodes = graph.nodes.map((node) =>
        node.type === 'start' ? { ...node, settings } : node,
      );
      const keyed = concurrencySettings(1, '{% $event.severity %}');
      await createPublishedBot(product, 'By severity', { ...graph, nodes }, keyed);
      const large = { ...finding('fnd-large'), text: 'x'.repeat(40_000) };
      const { body } = await product.receive(listener, large);
      await product.deliver();
      await product.deliver();
      const { _id: bot_exc_id, state } = await product.runOf(listener, body.event_id);
      expect(state).toBe('SUCCEEDED');
      const replay = await api.executions.replayExecution({ bot_exc_id });
      await product.runner.idle();
      expect(await product.stateOf(replay._id)).toBe('SUCCEEDED');
      await api.listeners.deleteListener({ listener_id: listener._id });
    });
  });

  describe('a bot that is deleted', () => {
    it('keeps its versions until then, and cancels its queued runs', async () => {
      const product = open();
      const { api } = product;
      const bot_id = await createPublishedBot(
        product,
        'Short-lived',
        approvalGraph,
        concurrencySettings(1),
      );
      await loseSaveRace(product, { bot_id, name: 'Short-lived', graph: approvalGraph });
      expect((await api.bots.listBotVersions({ bot_id })).items.length).toBeGreaterThan(1);
      const [askingRun, queuedRun] = [
        await startRunAndSettle(product, bot_id),
        await startRunAndSettle(product, bot_id),
      ];
      await product.connect('gone');
      expect(await api.bots.deleteBot({ bot_id })).toEqual({ open_runs: 1 });
      expect(await product.stateOf(queuedRun)).toBe('CANCELLED');
      await approveFirst(product, askingRun);
      expect(await product.stateOf(askingRun)).toBe('SUCCEEDED');
    });
  });
};
