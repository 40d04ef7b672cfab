import type * as z from 'zod';
import type { Caller } from '#lib/kernel/caller.ts';
import type { Database } from '#lib/kernel/database.ts';
import { guards } from '#lib/kernel/guards.ts';
import { badRequest, forbidden, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import { refusalOf } from '../account/permission.rules.ts';
import { integrationStore } from '../integrations/integration.store.ts';
import type { actionRoutes } from './action.routes.ts';
import { needsTestConfirmation } from './action.rules.ts';
import type { ActionTest, actionTestInput } from './action-test.schema.ts';
import type { Action } from './definition.schema.ts';
import { findAnyAction } from './find-action.service.ts';

type IntegrationRef = { type: string; id: string };

/** An action to test, with its integrations and parameters. */
export type ActionTestCall = {
  tenant_id: string;
  action: Action;
  integration?: IntegrationRef;
  /** The integrations of Python clients, by client name. */
  clients?: Readonly<Record<string, IntegrationRef>>;
  parameters: Readonly<Record<string, unknown>>;
  dry_run: boolean;
};

export type ActionTestDeps = {
  db: Database;
  /** Runs the action once, without storing anything: the engine's `testAction`. */
  testAction: (call: ActionTestCall) => Promise<ActionTest>;
};

/** Throws 400 for a real run of an action that needs approval, or an unconfirmed deletion. */
const refuseRun = (action: Action, confirmed: boolean): void => {
  if (action.approval_required) {
    const message = `"${action.name}" needs an approval, so you can only test it with a dry run.`;
    throw badRequest(`${message} To run it, use a bot that asks for approval.`, {
      field: 'dry_run',
    });
  }
  if (confirmed || !needsTestConfirmation(action)) return;
  const warning = `"${action.name}" may delete, stop or change something.`;
  throw badRequest(`${warning} Confirm that you want to run it.`, { field: 'confirmed' });
};

type ChosenIntegrations = Pick<z.output<typeof actionTestInput>, 'integration_id' | 'clients'>;

/** The chosen integrations that an action needs, by name; throws 400 if one is missing. */
const requiredIntegrationIds = (
  action: Action,
  { integration_id, clients }: ChosenIntegrations,
): [string, string][] => {
  if (action.executable_type !== 'python') {
    if (integration_id !== undefined) return [['integration', integration_id]];
    throw badRequest('Choose an integration.', { field: 'integration_id' });
  }
  return action.call.clients.map(({ name }) => {
    const id = Object.hasOwn(clients, name) ? clients[name] : undefined;
    if (id !== undefined) return [name, id];
    throw badRequest(`Choose an integration for the client ${name}.`, { field: 'clients' });
  });
};

/** The chosen integrations; throws 403 if the caller may not see them or one does not exist. */
const requireIntegrations = async (
  db: Database,
  caller: Caller,
  idsByName: readonly [string, string][],
): Promise<Record<string, IntegrationRef>> => {
  const refusal = idsByName.length > 0 && refusalOf(caller, guards.getIntegration);
  if (refusal) throw refusal;
  const store = integrationStore(db, caller.tenant_id);
  const found: Record<string, IntegrationRef> = {};
  for (const [name, id] of idsByName) {
    const one = await store.get(id);
    if (!one) throw forbidden('This integration is not yours, or it was deleted. Choose another.');
    found[name] = { type: one.cspName, id };
  }
  return found;
};

/** Tests an action with integrations that the caller may see. */
export const actionTestCalls = ({
  db,
  testAction,
}: ActionTestDeps): Pick<Service<typeof actionRoutes>, 'testAction'> => ({
  async testAction(caller, { action_id, parameters, dry_run, confirmed, ...chosen }) {
    const { tenant_id } = caller;
    const action = await findAnyAction(db, tenant_id, action_id);
    if (!action) throw notFound('action');
    const found = await requireIntegrations(db, caller, requiredIntegrationIds(action, chosen));
    if (!dry_run) refuseRun(action, confirmed);
    const { integration } = action.executable_type === 'python' ? {} : found;
    const request = { action, clients: found, ...(integration && { integration }), parameters };
    return testAction({ tenant_id, ...request, dry_run });
  },
});
