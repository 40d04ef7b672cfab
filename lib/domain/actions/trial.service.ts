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

/** Nobody does by a test what others would have to approve. */
const refuseRun = (action: Action, confirmed: boolean): void => {
  if (action.approval_required) {
    const why = `"${action.name}" needs an approval, so a test is a dry run.`;
    throw badRequest(`${why} To run it, use a bot that asks for one.`, { field: 'dry_run' });
  }
  if (confirmed || !asksBeforeTest(action)) return;
  const why = `"${action.name}" takes something away.`;
  throw badRequest(`${why} Confirm that you want to run it.`, { field: 'confirmed' });
};

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
    if (!dry_run) refuseRun(action, confirmed);
    const integration = { type: found.cspName, id: integration_id };
    return testAction({ tenant_id, action, integration, parameters, dry_run });
  },
});
