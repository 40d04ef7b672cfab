import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { email, type Product } from '../../support/deployed-product.ts';
import { draw } from '../../support/drawing.ts';
import { askingTurns, published } from './published.ts';
import { takePlace } from './queues.ts';

const asking = draw('start -> ask:approval -approved-> end\nask -rejected-> kept:end', {
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

const offered = async (
  product: Product,
  name: string,
  graph: Graph,
  settings?: NewBot['settings'],
): Promise<string> => {
  const bot_id = await published(product, name, graph, settings);
  await product.api.bots.setServicePortal({ bot_id, service_portal_published: true });
  return bot_id;
};

/** The service portal: apps are started, followed, ended and begun anew. */
export const portal = (open: () => Product): void => {
  describe('an app of the service portal', () => {
    it('is started, followed and begun anew by the person who uses it', async () => {
      const product = open();
      const { api, runner } = product;
      const app_id = await offered(product, 'Hire somebody', askingTurns);
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

    it('shows what was entered, also where it is long and was entered in a branch', async () => {
      const product = open();
      const { api, runner } = product;
      const app_id = await offered(product, 'Order a desk', longForm);
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

    it('keeps to the limit of its bot, and takes its question back when it is aborted', async () => {
      const product = open();
      const { api, runner } = product;
      const limits = { concurrency: { limit: 1 } };
      const app_id = await offered(product, 'Open a port', asking, limits);
      await takePlace(product, app_id);
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
