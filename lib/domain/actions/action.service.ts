import { slicePage } from '#lib/kernel/lists.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import { requireType } from '../integrations/catalogue.service.ts';
import type { actionRoutes } from './action.routes.ts';
import { summaryOf, summaryOfOwn, viewOf, viewOfOwn } from './action-view.rules.ts';
import { matchesFilter } from './action.rules.ts';
import { getOwnAction, getOwnActionVersion } from './find-action.service.ts';
import { type ActionFileDeps, exchangeCalls } from './exchange.service.ts';
import { importSaversOf, ownActionCalls, type OwnActionDeps } from './own-action.service.ts';
import { ownActionStore } from './own-action.store.ts';
import { findReadyMadeAction, readyMadeActions } from './ready-made.ts';
import { actionTestCalls, type ActionTestDeps } from './action-test.service.ts';

const byName = ({ name }: { name: string }, other: { name: string }): number =>
  name.toLowerCase() < other.name.toLowerCase() ? -1 : 1;

export type ActionDeps = OwnActionDeps & ActionFileDeps & ActionTestDeps;

/** Calls of the actions area, for ready-made and own actions. */
export const actionService = (deps: ActionDeps): Service<typeof actionRoutes> => ({
  /** Own actions come first. */
  async listActions({ tenant_id }, { number_of_items, page_number, next, ...filter }) {
    const ownActions = await ownActionStore(deps.db, tenant_id).summaries();
    const values = [
      ...ownActions
        .toSorted(byName)
        .map((action) => summaryOfOwn(action, requireType(action.integration_type))),
      ...readyMadeActions.map((action) => summaryOf(action, requireType(action.integration_type))),
    ].filter((action) => matchesFilter(action, filter));
    const request = {
      number_of_items,
      ...(page_number !== undefined && { page_number }),
      ...(next !== undefined && { next }),
    };
    return slicePage(deps.db, { values, request, scope: [tenant_id, filter] });
  },

  async getAction({ tenant_id }, { action_id, version }) {
    const readyMade = findReadyMadeAction(action_id);
    if (readyMade && version !== undefined) throw notFound('version');
    if (readyMade) return viewOf(readyMade, requireType(readyMade.integration_type));
    const current = await getOwnAction(deps.db, tenant_id, action_id);
    const ownAction =
      version === undefined ? current : await getOwnActionVersion(deps.db, current, version);
    return viewOfOwn(ownAction, requireType(ownAction.integration_type));
  },

  ...ownActionCalls(deps),
  ...exchangeCalls(deps, importSaversOf(deps)),
  ...actionTestCalls(deps),
});
