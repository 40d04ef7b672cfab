import type { Caller } from '#lib/kernel/caller.ts';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { guards } from '#lib/kernel/guards.ts';
import { badRequest, conflict, forbidden, notFound } from '#lib/kernel/refusal.ts';
import { refusalOf } from '../../account/permission.rules.ts';
import { integrationStore } from '../../integrations/integration.store.ts';
import { snapshotStore } from '../../inventory/snapshots/snapshot.store.ts';
import { queryRefusalOf } from '../../inventory/queries/refused-query.rules.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { Queries } from '#lib/ports/queries.ts';
import type { complianceRoutes } from '../compliance.routes.ts';
import type { Finding } from '../findings/finding.schema.ts';
import { countsOf } from '../findings/findings.rules.ts';
import { mostUrgentFindings, trialFindingsOf, viewOf } from './own-rule.rules.ts';
import {
  maxOwnRules,
  type OwnRule,
  type OwnRuleResult,
  type OwnRuleTrial,
} from './own-rule.schema.ts';
import { ownRuleStore } from './own-rule.store.ts';

export type OwnRuleDeps = { db: Database; clock: Clock; queries: Queries };

type OwnRuleCalls =
  | 'listOwnRules'
  | 'getOwnRule'
  | 'createOwnRule'
  | 'updateOwnRule'
  | 'switchOwnRule'
  | 'deleteOwnRule'
  | 'testOwnRule';

/** The most resources examined per account, resources shown, and accounts queried by a trial. */
const trialLimits = { rowsPerAccount: 10_000, shown: 20, accounts: 5 };

/** No further account is queried after this time (ms), since a user is waiting. */
const maxTrialTime = 10_000;

const sqlRefusal = (problem: string) => badRequest(problem, { field: 'sql' });

const onlyIntegration = (id: string | undefined) =>
  id === undefined ? {} : { integration_ids: [id] };

/**
 * The selected accounts that were scanned and have every table of the query, since scans evaluate a
 * rule only there. If none has, all of them, so that the error says what is missing.
 */
const scannedAccounts = async (
  db: Database,
  tenantId: string,
  { integration_type, integration_ids, sql }: OwnRuleTrial,
): Promise<string[]> => {
  const { evaluationProblem } = await import('../evaluations/run-error.ts');
  const scanned = new Map<string, boolean>();
  for await (const { _id, latest } of snapshotStore(db, tenantId).all()) {
    if (latest) scanned.set(_id, evaluationProblem({ sql }, latest) === undefined);
  }
  const ids: string[] = [];
  for await (const { _id, cspName } of integrationStore(db, tenantId).all()) {
    const isSelected = integration_ids?.includes(_id) ?? cspName === integration_type;
    if (isSelected && scanned.has(_id)) ids.push(_id);
  }
  const completeIds = ids.filter((id) => scanned.get(id));
  return completeIds.length > 0 ? completeIds : ids;
};

type TrialOutcome = Pick<OwnRuleResult, 'truncated' | 'sources'> & { findings: Finding[] };

/** The findings of the query over these accounts taken together. */
const runTrialQuery = async (
  { queries, clock }: OwnRuleDeps,
  tenant_id: string,
  { integration_type, integration_ids, sql }: OwnRuleTrial,
): Promise<TrialOutcome> => {
  const query = { tenant_id, integration_type, integration_ids, sql };
  const outcome = await queries.ask({ ...query, values: [], limit: trialLimits.rowsPerAccount });
  if ('error' in outcome) throw queryRefusalOf(outcome);
  const findings = trialFindingsOf(outcome, isoTime(clock()));
  if (typeof findings === 'string') throw sqlRefusal(findings);
  const { truncated, sources } = outcome;
  return { findings, truncated, sources };
};

/** Throws 403 without the right to read the inventory, which a query's rows and errors reveal. */
const checkInventoryAccess = (caller: Caller): void => {
  const refusal = refusalOf(caller, guards.queryInventory);
  if (refusal) throw forbidden(`The query of a rule reads the inventory. ${refusal.message}`);
};

/**
 * Runs the query over the last scans, each account separately as scans do. Throws 400 for the field
 * `sql` if the result is not valid for a rule.
 */
const runTrial = async (
  deps: OwnRuleDeps,
  caller: Caller,
  trial: OwnRuleTrial,
): Promise<OwnRuleResult> => {
  checkInventoryAccess(caller);
  const { tenant_id } = caller;
  const ids = await scannedAccounts(deps.db, tenant_id, trial);
  const deadline = deps.clock() + maxTrialTime;
  // If no account was scanned, this call throws an error that says so.
  const outcomes = [await runTrialQuery(deps, tenant_id, { ...trial, ...onlyIntegration(ids[0]) })];
  for (const id of ids.slice(1, trialLimits.accounts)) {
    if (deps.clock() > deadline) break;
    outcomes.push(await runTrialQuery(deps, tenant_id, { ...trial, ...onlyIntegration(id) }));
  }
  const findings = outcomes.flatMap((one) => one.findings);
  return {
    counts: countsOf(findings),
    rows: mostUrgentFindings(findings, trialLimits.shown),
    truncated: outcomes.length < ids.length || outcomes.some(({ truncated }) => truncated),
    sources: outcomes.flatMap(({ sources }) => sources),
  };
};

/** Throws 400 if the resource type does not exist for the rule's type of integrations. */
const checkResourceType = async ({
  integration_type,
  resource_type,
}: Pick<OwnRule, 'integration_type' | 'resource_type'>): Promise<void> => {
  const { tablesOf } = await import('../../inventory/table-columns.ts');
  if (tablesOf(integration_type).includes(resource_type)) return;
  const problem = `There is no resource type "${resource_type}" for this type of integration.`;
  throw badRequest(`${problem} Choose one from the list.`, { field: 'resource_type' });
};

/** Whether the query has changed: a change of texts alone needs no new trial. */
const isQueryChanged = (one: OwnRuleTrial, other: OwnRuleTrial): boolean =>
  one.sql !== other.sql || one.integration_type !== other.integration_type;

const tooMany = () =>
  conflict(`There are ${maxOwnRules} rules of your own, which is the limit. Delete one first.`);

const ruleLimit = { max: maxOwnRules, full: tooMany };

const changedMeanwhile = () =>
  conflict('Somebody changed this rule after you opened it. Open it again, then change it.');

/** Calls about own rules. */
export const ownRuleCalls = (
  deps: OwnRuleDeps,
): Pick<Service<typeof complianceRoutes>, OwnRuleCalls> => {
  const storeFor = ({ tenant_id }: Caller) => ownRuleStore(deps.db, tenant_id);

  const find = async (caller: Caller, id: string): Promise<OwnRule> => {
    const found = await storeFor(caller).get(id);
    if (!found) throw notFound('rule');
    return found;
  };

  const taken = (title: string) => () =>
    conflict(`Another rule is called "${title}".`, { field: 'title' });

  return {
    async listOwnRules(caller, { number_of_items, page_number, next, ...query }) {
      const { regex, status, integration_type } = query;
      const enabled = status && status === 'enabled';
      const filter = { integration_type, title: regex, enabled };
      const page = await storeFor(caller).page({ number_of_items, page_number, next }, filter);
      return { ...page, items: page.items.map(viewOf) };
    },

    getOwnRule: async (caller, { own_rule_id }) => viewOf(await find(caller, own_rule_id)),

    testOwnRule: (caller, trial) => runTrial(deps, caller, trial),

    async createOwnRule(caller, input) {
      const { tenant_id, user_id } = caller;
      await checkResourceType(input);
      const store = storeFor(caller);
      if ((await store.all()).length >= maxOwnRules) throw tooMany();
      await runTrial(deps, caller, input);
      const now = deps.clock();
      const at = isoTime(now);
      const newRule = {
        ...input,
        _id: timedId('own', now),
        enabled: true,
        revision: 1,
        created_by: user_id,
        created_at: at,
        updated_at: at,
      };
      const nameClaim = { _id: newRule._id, name: newRule.title };
      const claimOptions = { now, taken: taken(newRule.title), room: ruleLimit };
      await store.underName(nameClaim, claimOptions, () => store.create(newRule));
      return viewOf({ ...newRule, tenant_id });
    },

    async updateOwnRule(caller, { own_rule_id, revision, ...input }) {
      const found = await find(caller, own_rule_id);
      if (found.revision !== revision) throw changedMeanwhile();
      await checkResourceType(input);
      const isChanged = isQueryChanged(input, found);
      if (isChanged) await runTrial(deps, caller, input);
      const store = storeFor(caller);
      const now = deps.clock();
      const updated_at = isoTime(now);
      const change = { ...input, updated_at, ...(isChanged && { query_changed_at: updated_at }) };
      const nameClaim = { _id: own_rule_id, name: input.title };
      const isRevised = await store.underName(nameClaim, { now, taken: taken(input.title) }, () =>
        store.revise(found, change),
      );
      if (!isRevised) throw changedMeanwhile();
      return viewOf(await find(caller, own_rule_id));
    },

    async switchOwnRule(caller, { own_rule_id, enabled }) {
      const at = isoTime(deps.clock());
      if (!(await storeFor(caller).enable(own_rule_id, enabled, at))) throw notFound('rule');
      return viewOf(await find(caller, own_rule_id));
    },

    async deleteOwnRule(caller, { own_rule_id }) {
      if (!(await storeFor(caller).delete(own_rule_id))) throw notFound('rule');
      return {};
    },
  };
};
