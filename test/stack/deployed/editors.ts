import { draw } from '../../support/drawing.ts';
import type { Scenario } from '../../support/deployed/scenario.ts';

const [here, there] = ['1'.repeat(32), '2'.repeat(32)];

/** Several people with the same bot open. */
export const scenario: Scenario = (open) => {
  describe('a bot that is open in two windows', () => {
    it('names the other window until it is closed', async () => {
      const { api } = open();
      const graph = draw('start -> end');
      const { _id: bot_id } = await api.bots.createBot({ name: 'Open twice', graph });
      const join = (window_id: string, overrides = {}) =>
        api.bots.joinBotEditors({ bot_id, window_id, ...overrides });
      expect(await join(here, { unsaved: true })).toEqual({ others: [] });
      const others = [{ is_self: true, unsaved: true }];
      expect(await join(there, { base_version: 1 })).toMatchObject({ others });
      await join(here, { left: true });
      expect(await join(there)).toEqual({ others: [] });
      await api.bots.deleteBot({ bot_id });
    });
  });
};
