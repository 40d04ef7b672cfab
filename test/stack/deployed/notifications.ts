import { manualStarterOf } from '#lib/domain/executions/history/history.rules.ts';
import { email } from '../../support/deployed-product.ts';
import { draw } from '../../support/drawing.ts';
import { eventually } from '../../support/eventually.ts';
import { sendDigest } from '../../support/deployed/digest.ts';
import { createPublishedBot } from '../../support/deployed/bots-and-runs.ts';
import type { Scenario } from '../../support/deployed/scenario.ts';

/** What waits for the first user, and what failed for them. */
export const scenario: Scenario = (open) => {
  describe('notifications', () => {
    it('report failed runs until they are read', async () => {
      const product = open();
      const { api } = product;
      const graph = draw('start -> call:http_request -> end', {
        call: { url: 'https://10.0.0.1/' },
      });
      const bot_id = await createPublishedBot(product, 'Reaching out', graph);
      const { _id, trigger } = await api.executions.startExecution({ bot_id });
      expect(manualStarterOf(trigger)).toBe(email);
      await eventually(
        () => product.stateOf(_id),
        (state) => state === 'FAILED',
      );
      const { items } = await api.notifications.listNotifications({ kind: 'run_failed' });
      const notification = items.find((one) => one._id === `run_failed:${_id}`);
      expect(notification).toMatchObject({ title: 'Reaching out failed', unread: true });
      expect(await sendDigest(product)).toBe(1);
      const before = await api.notifications.countUnread({});
      expect(before.count).toBeGreaterThan(0);
      const ids = [`run_failed:${_id}`];
      const after = await api.notifications.markNotificationRead({ ids });
      expect(after.count).toBe(before.count - 1);
      const until = new Date().toISOString();
      expect(await api.notifications.markAllRead({ until })).toMatchObject({ count: 0 });
    });
  });
};
