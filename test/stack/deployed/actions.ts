import type { Product } from '../../support/deployed-product.ts';

/** Actions that an organisation makes itself. */
export const ownActions = (open: () => Product): void => {
  describe("an organisation's own action", () => {
    it('is copied, changed, restored and deleted', async () => {
      const { api } = open();
      const { _id: action_id } = await api.actions.duplicateAction({ action_id: 'okta.get_user' });
      const { name, ...shown } = await api.actions.getAction({ action_id });
      const { description, parameters_definition } = shown;
      const facts = { executable_type: 'rest', integration_type: 'okta' } as const;
      const call = { method: 'GET', path: '/api/v1/users/{user}' } as const;
      const written = { description, ...facts, call, parameters_definition };
      const changed = { ...written, name: 'Look somebody up', action_id, base_version: 1 };
      expect(await api.actions.updateAction(changed)).toMatchObject({ version: 2 });
      const old = { action_id, version: 1, base_version: 2 };
      expect(await api.actions.restoreActionVersion(old)).toMatchObject({ name, version: 3 });
      const { items } = await api.actions.listActionVersions({ action_id });
      expect(items).toHaveLength(3);
      expect(await api.actions.getActionUse({ action_id })).toEqual({ items: [] });
      await api.actions.deleteAction({ action_id });
      const own = await api.actions.listActions({ owner: 'self' });
      expect(own.items).toEqual([]);
    });
  });
};
