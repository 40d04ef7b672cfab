import type { Database } from '#lib/kernel/database.ts';
import { badRequest, forbidden, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import { refusalOf } from '../account/permission.rules.ts';
import { integrationStore } from '../integrations/integration.store.ts';
import type { actionRoutes } from './action.routes.ts';
import { asksBeforeTest } from './action.rules.ts';
import type { ActionTest } from './action-test.schema.ts';
import type { Action } from './definition.schema.ts';
import { actionFor } from './found-action.service.ts';

/** An action to try once, with all that it is given. */
export type ActionTestCall = {
  tenant_id: string;
  action: Action;
  integration: { type: string; id: string };
  parameters: Readonly<Record<string, unknown>>;
  dry_run: boolean;
};

export type TrialDeps = {
  db: Database;
  /** Runs the action once, without writing anything: the engine's `testAction`. */
  testAction: (call: ActionTestCall) => Promise<ActionTest>;
};

/** The guard of `getIntegration`, written out. */
const readingIntegrations = {
  method: 'GET',
  permission: 'read_integration',
  resource: 'integration',
} as const;

/** Tries an action with an integration that the caller may see. */
export const trialCalls = ({
  db,
  testAction,
}: TrialDeps): Pick<Service<typeof actionRoutes>, 'testAction'> => ({
  async testAction(caller, { action_id, integration_id, parameters, dry_run, confirmed }) {
    const { tenant_id } = caller;
    const action = await actionFor(db, tenant_id, action_id);
    if (!action) throw notFound('action');
    const refusal = refusalOf(caller, readingIntegrations);
    if (refusal) throw refusal;
    const found = await integrationStore(db, tenant_id).get(integration_id);
    if (!found) {
      throw forbidden('This integration is not yours, or it was deleted. Choose one.');
    }
    if (!dry_run && !confirmed && asksBeforeTest(action)) {
      const why = `"${action.name}" takes something away, or needs approval in bots.`;
      throw badRequest(`${why} Say that you want to run it now.`, { field: 'confirmed' });
    }
    const integration = { type: found.cspName, id: integration_id };
    return testAction({ tenant_id, action, integration, parameters, dry_run });
  },
});
