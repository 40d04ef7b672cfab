import type { Product } from '../../support/deployed-product.ts';
import { askingTurns, published } from './published.ts';

/** The service portal: an app is started, followed, aborted and begun anew. */
export const portal = (open: () => Product): void => {
  describe('an app of the service portal', () => {
    it('is started, followed and ended by the person who uses it', async () => {
      const product = open();
      const { api, runner } = product;
      const app_id = await published(product, 'Hire somebody', askingTurns, {
        concurrency: { limit: 1, when_full: 'queue' },
      });
      await api.bots.setServicePortal({ bot_id: app_id, service_portal_published: true });
      const portalApi = api['service-portal'];
      expect((await portalApi.listPortalApps({})).items).toMatchObject([{ _id: app_id }]);
      expect((await portalApi.getPortalApp({ app_id })).groups.length).toBeGreaterThan(0);
      const { _id: first } = await portalApi.startPortalApp({ app_id });
      await runner.idle();
      const waiting = await portalApi.getPortalRun({ bot_exc_id: first });
      expect(waiting).toMatchObject({ state: 'WAITING_FOR_INPUT' });
      await product.connect('gone');
      const { _id: second } = await portalApi.restartPortalRun({ bot_exc_id: first });
      await runner.idle();
      expect(await product.stateOf(first)).toBe('CANCELLED');
      await product.connect('gone');
      await portalApi.abortPortalRun({ bot_exc_id: second });
      const cancelled = await portalApi.listPortalRuns({ state: 'CANCELLED' });
      expect(cancelled.items.map(({ _id }) => _id)).toEqual(
        expect.arrayContaining([first, second]),
      );
      expect((await portalApi.listPortalRuns({})).items.length).toBeGreaterThan(1);
    });
  });
};
