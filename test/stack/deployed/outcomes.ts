import { email } from '../../support/deployed-product.ts';
import { draw } from '../../support/drawing.ts';
import { eventually } from '../../support/eventually.ts';
import { createPublishedBot, startRunAndSettle } from '../../support/deployed/bots-and-runs.ts';
import type { Scenario } from '../../support/deployed/scenario.ts';

/** How runs are grouped by outcome, and who receives mail about them. */
export const scenario: Scenario = (open) => {
  describe('the outcome of a run', () => {
    it('is mailed to the person who started it, and can be used as a filter', async () => {
      const product = open();
      const { api } = product;
      const graph = draw('start -> ask:approval -approved-> call:http_request -> end', {
        ask: { message: 'Call it?' },
        call: { url: 'https://10.0.0.1/' },
      });
      const bot_id = await createPublishedBot(product, 'Call after approval', graph);
      const bot_exc_id = await startRunAndSettle(product, bot_id);
      const { items } = await api.approvals.listApprovals({ status: 'pending' });
      const approval = items.find((one) => one.bot_exc_id === bot_exc_id);
      await product.approve(approval?._id ?? '');
      await eventually(
        () => product.stateOf(bot_exc_id),
        (state) => state === 'FAILED',
      );
      await product.deliver();
      const mails = product.ses.sent.map((mail) => JSON.stringify(mail));
      expect(mails.filter((mail) => mail.includes('Failed: Call after approval'))).toHaveLength(1);
      const standing = ['FAILED' as const];
      const found = async (filter: Parameters<typeof api.executions.listExecutions>[0]) =>
        (await api.executions.listExecutions(filter)).items.map(({ _id }) => _id);
      expect(await found({ standing })).toContain(bot_exc_id);
      expect(await found({ standing, bot_caller: email })).toContain(bot_exc_id);
      const runs = await api['service-portal'].listPortalRuns({ standing });
      expect(runs.items.map(({ _id }) => _id)).not.toContain(bot_exc_id);
    });
  });
};
