import type { Caller } from '#lib/kernel/caller.ts';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { guards } from '#lib/kernel/guards.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { limits } from '#lib/kernel/limits.ts';
import { badRequest, conflict, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { Bus } from '#lib/ports/bus.ts';
import type { Secrets } from '#lib/ports/secrets.ts';
import { refusalOf } from '../account/permission.rules.ts';
import type { IntegrationAgents } from './integration-agents.ts';
import type { Connect } from './aws/organisation.service.ts';
import {
  type AwsSetupDeps,
  awsSetupService,
  readRoleUpdate,
  readSetupAvailability,
} from './aws/setup.service.ts';
import { testOf } from './call.rules.ts';
import {
  catalogueCalls,
  type CatalogueDeps,
  requireConnectableType,
  requireFormType,
  requireType,
} from './catalogue.service.ts';
import type { IntegrationType } from './catalogue-entry.schema.ts';
import { findFixedName, findUnknownName, referencesIn, type Values } from './form.rules.ts';
import { formOf, referenceProblem, viewOf, withAlias } from './integration.rules.ts';
import type { integrationRoutes } from './integration.routes.ts';
import type { Integration, UsingBot, UsingIntegration, UsingScan } from './integration.schema.ts';
import { integrationStore } from './integration.store.ts';
import { connectWithinPlan } from './plan-limit.service.ts';
import { retestFieldsOf, untestedFields } from './retest.rules.ts';
import { sealValues } from './sealed-values.service.ts';

export type FindBotsUsing = (
  tenantId: string,
  accountId: string,
  acting: readonly UsingIntegration[],
) => Promise<UsingBot[]>;

export type IntegrationDeps = CatalogueDeps &
  AwsSetupDeps & {
    db: Database;
    secrets: Secrets;
    bus: Bus;
    clock: Clock;
    agentsOf: IntegrationAgents;
    /** The bots of an organisation that use an integration, or one that uses its role. */
    botsWith: FindBotsUsing;
    /** Deletes everything that belongs to an integration, except the integration itself. */
    forget: (tenantId: string, accountId: string) => Promise<void>;
    /** The schedule of its scans, if it has one. */
    scansOf: (tenantId: string, accountId: string) => Promise<UsingScan | undefined>;
  };

const refuseTest = (
  { cspName, alias, values, sample }: Integration,
  sendMessage: boolean,
): void => {
  if (sample) throw badRequest(`${alias} is a sample account, so it has no connection to test.`);
  const test = testOf(requireType(cspName), values);
  if (test.kind === 'none') throw badRequest(`${alias} cannot be tested. ${test.why}`);
  if (test.kind !== 'message' || sendMessage) return;
  const message = `${alias} is tested by sending a message. Confirm that a message may be sent.`;
  throw badRequest(message, { field: 'send_message' });
};

const changedSinceOpened = () => {
  const message = 'Somebody changed this integration after you opened it. Open it again';
  return conflict(`${message}, then change it.`, { field: 'base_revision' });
};

const integrationContext = (deps: IntegrationDeps, { tenant_id }: Caller) => {
  const store = integrationStore(deps.db, tenant_id);
  const find = async (id: string): Promise<Integration> => {
    const found = await store.get(id);
    if (!found) throw notFound('integration');
    return found;
  };
  const underAlias = <T>(
    { _id, alias }: Pick<Integration, '_id' | 'alias'>,
    write: () => Promise<T>,
  ) => {
    const taken = () => conflict('Alias already exists', { field: 'alias' });
    return store.underName({ _id, name: alias }, { now: deps.clock(), taken }, write);
  };
  const create = (one: Omit<Integration, 'tenant_id'>) =>
    connectWithinPlan(deps, tenant_id, one, () => underAlias(one, () => store.create(one)));
  const toView = async (found: Integration) => {
    const type = requireType(found.cspName);
    const view = viewOf(found, type, deps.clock());
    if (type.auth.kind !== 'agent') return view;
    const { ids, online } = await deps.agentsOf.list(tenant_id, found._id);
    const agent_status = online === undefined ? ('offline' as const) : ('online' as const);
    return { ...view, agent_ids: ids, agent_status };
  };
  const viewById = async (id: string) => toView(await find(id));
  /** Throws 400 if a value refers to an integration that does not exist or must not be chosen. */
  const checkNamed = async (type: IntegrationType, values: Values): Promise<void> => {
    for (const { id, field } of referencesIn(type, values)) {
      const problem = referenceProblem(field, await store.get(id));
      if (problem !== undefined) throw badRequest(problem, { field: field.name });
    }
  };
  return { store, find, underAlias, create, viewById, toView, checkNamed };
};

/** Starts a test in the background and returns the state `TESTING`; pages poll for its end. */
const beginTest =
  (deps: IntegrationDeps): Service<typeof integrationRoutes>['testIntegration'] =>
  async (caller, { accountId, send_message }) => {
    const { store, find, viewById } = integrationContext(deps, caller);
    refuseTest(await find(accountId), send_message);
    const now = deps.clock();
    const test = { id: timedId('int', now), until: isoTime(now + limits.connectionTestLost) };
    // A test that is already running is returned, so two clicks call the other system once.
    if (!(await store.beginTest(accountId, test, isoTime(now)))) return viewById(accountId);
    const { tenant_id } = caller;
    const request = { tenant_id, integration_id: accountId, test_id: test.id, send_message };
    await deps.bus.publish([{ type: 'integration_test_requested', ...request }]);
    return viewById(accountId);
  };

/** Connects a verified role as an active integration; returns it if it already exists. */
const connectVerifiedRole =
  (deps: IntegrationDeps): Connect =>
  async (caller, { connected_as, values, ...fields }) => {
    const { create, viewById } = integrationContext(deps, caller);
    const type = requireType(fields.cspName);
    const storedFields = await sealValues(deps, caller.tenant_id, type, { entered: values });
    const now = deps.clock();
    const at = isoTime(now);
    const created: Omit<Integration, 'tenant_id'> = {
      ...fields,
      ...storedFields,
      ...retestFieldsOf(type, { ...fields, ...storedFields }, now),
      integrationState: 'ACTIVE',
      connected_as,
      tested_at: at,
      revision: 1,
      userId: caller.user_id,
      createdAt: at,
      updatedAt: at,
    };
    await create(created);
    return viewById(created._id);
  };

type ListCalls = 'countIntegrations' | 'listIntegrationGroups' | 'listIntegrations';

const listCalls = (deps: IntegrationDeps): Pick<Service<typeof integrationRoutes>, ListCalls> => ({
  async countIntegrations(caller) {
    const by_type: Record<string, number> = {};
    let count = 0;
    for await (const { cspName } of integrationContext(deps, caller).store.all()) {
      by_type[cspName] = (by_type[cspName] ?? 0) + 1;
      count += 1;
    }
    return { count, by_type };
  },

  async listIntegrationGroups(caller) {
    const groups = new Set<string>();
    for await (const one of integrationContext(deps, caller).store.all()) {
      for (const group of one.groups) groups.add(group);
    }
    return { items: [...groups].sort((a, b) => a.localeCompare(b)) };
  },

  async listIntegrations(caller, { agentTag, ...query }) {
    const { number_of_items, page_number, next, ...filter } = query;
    const request = { number_of_items, page_number, next };
    const { findByAgentName } = deps.agentsOf;
    const tagged =
      agentTag === undefined ? undefined : await findByAgentName(caller.tenant_id, agentTag);
    const { store, toView } = integrationContext(deps, caller);
    const criteria = { ...filter, agentTag, tagged, now: deps.clock() };
    const page = await store.page(request, criteria);
    return { ...page, items: await Promise.all(page.items.map(toView)) };
  },
});

/** Hides the name of a bot from users who may not see bots: they learn only that one exists. */
const withoutBotName = ({ status, used_in }: UsingBot): UsingBot => ({
  bot_id: '',
  name: 'A bot that you may not see',
  status,
  used_in,
  actions: [],
});

/** What uses an integration: other integrations, bots and its scan schedule. */
const listUsage =
  (deps: IntegrationDeps): Service<typeof integrationRoutes>['getIntegrationUse'] =>
  async (caller, { accountId }) => {
    const { store, find } = integrationContext(deps, caller);
    await find(accountId);
    const integrations: UsingIntegration[] = [];
    for await (const { _id, alias, cspName, values } of store.all()) {
      if (!referencesIn(requireType(cspName), values).some(({ id }) => id === accountId)) continue;
      integrations.push({ accountId: _id, alias, cspName });
    }
    const { tenant_id } = caller;
    const [items, scan] = await Promise.all([
      deps.botsWith(tenant_id, accountId, integrations),
      deps.scansOf(tenant_id, accountId),
    ]);
    return {
      items: refusalOf(caller, guards.getBot) ? items.map(withoutBotName) : items,
      integrations,
      ...(scan && { scan }),
    };
  };

/** Calls of the integrations area, one function per route. No response contains a secret. */
export const integrationService = (deps: IntegrationDeps): Service<typeof integrationRoutes> => ({
  ...catalogueCalls(deps),
  ...awsSetupService(deps, connectVerifiedRole(deps)),
  ...listCalls(deps),

  async getIntegrationForm(_caller, { cspName }) {
    const type = requireConnectableType(cspName);
    const check = type.auth.kind === 'aws_role' && (await readSetupAvailability(deps));
    return { ...formOf(type), ...check };
  },

  getIntegrationUse: listUsage(deps),

  getIntegration: (caller, { accountId }) => integrationContext(deps, caller).viewById(accountId),

  getAwsRole: async (caller, { accountId }) =>
    readRoleUpdate(deps, await integrationContext(deps, caller).find(accountId)),

  async createIntegration(caller, { cspName, values, ...input }) {
    const { create, viewById, checkNamed } = integrationContext(deps, caller);
    const type = requireFormType(cspName);
    const storedFields = await sealValues(deps, caller.tenant_id, type, { entered: values });
    await checkNamed(type, storedFields.values);
    const now = deps.clock();
    const created: Omit<Integration, 'tenant_id'> = {
      ...input,
      ...storedFields,
      _id: timedId('int', now),
      cspName,
      integrationState: 'INACTIVE',
      revision: 1,
      userId: caller.user_id,
      createdAt: isoTime(now),
      updatedAt: isoTime(now),
    };
    await create(created);
    return viewById(created._id);
  },

  async updateIntegration(caller, { accountId, base_revision, alias, groups, values, removed }) {
    const { store, find, underAlias, viewById, checkNamed } = integrationContext(deps, caller);
    const current = await find(accountId);
    if (current.revision !== base_revision) throw changedSinceOpened();
    const type = requireType(current.cspName);
    const names = [...Object.keys(values), ...removed];
    const field = findFixedName(type.form, names) ?? findUnknownName(type.form, removed);
    if (field) throw badRequest('This form has no such field.', { field });
    const change = { entered: values, before: current, removed };
    const storedFields = await sealValues(deps, caller.tenant_id, type, change);
    if (names.length > 0) await checkNamed(type, storedFields.values);
    const updated: Partial<Integration> = {
      ...storedFields,
      ...withAlias(current, alias),
      ...(groups && { groups }),
      updatedAt: isoTime(deps.clock()),
      ...(names.length > 0 && untestedFields),
    };
    const write = () => store.revise(current, updated);
    if (!(await underAlias({ _id: accountId, alias }, write))) throw changedSinceOpened();
    return viewById(accountId);
  },

  testIntegration: beginTest(deps),

  /**
   * Agents and scan data are deleted first: if that is interrupted, the integration still exists
   * and can be deleted again. Bots that still refer to it fail at that node, with the reason.
   */
  async deleteIntegration(caller, { accountId }) {
    const { store, find } = integrationContext(deps, caller);
    const type = requireType((await find(accountId)).cspName);
    if (type.auth.kind === 'agent') await deps.agentsOf.remove(caller.tenant_id, accountId);
    await deps.forget(caller.tenant_id, accountId);
    if (!(await store.delete(accountId))) throw notFound('integration');
    // A scan may have begun in the meantime.
    await deps.forget(caller.tenant_id, accountId);
    return {};
  },
});
