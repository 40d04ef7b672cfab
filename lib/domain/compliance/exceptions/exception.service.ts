import type { Caller } from '#lib/kernel/caller.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { badRequest, conflict, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import { integrationStore } from '../../integrations/integration.store.ts';
import type { complianceRoutes } from '../compliance.routes.ts';
import type { ComplianceDeps } from '../compliance.service.ts';
import { findShownEvaluations } from '../evaluations/shown-evaluations.service.ts';
import { readFindings } from '../findings/findings.service.ts';
import { loadAllRules } from '../own/all-rules.service.ts';
import { expiryProblem, isExpired } from './exception.rules.ts';
import type { Rule } from '../rule.schema.ts';
import {
  type Exception,
  type ExceptionTerms,
  type ExceptionView,
  maxExceptions,
  type NewException,
} from './exception.schema.ts';
import { exceptionStore, scopeKeyOf } from './exception.store.ts';

type ExceptionCalls =
  'listExceptions' | 'getException' | 'createException' | 'updateException' | 'deleteException';

type Deps = Pick<ComplianceDeps, 'db' | 'clock' | 'files'>;

const tooMany = () =>
  conflict(`There are ${maxExceptions} exceptions, which is the limit. Delete some first.`);

const scopeTaken = () =>
  conflict('An exception with this scope exists already. Change it, or delete it first.', {
    field: 'scope',
  });

const changedMeanwhile = () =>
  conflict(
    'Somebody changed this exception at the same time, or created another one with the same ' +
      'scope. Check the exceptions and try again.',
  );

const checkExpiry = (terms: Pick<ExceptionTerms, 'expires_on'>, now: number): void => {
  const problem = expiryProblem(terms, now);
  if (problem !== undefined) throw badRequest(problem, { field: 'expires_on' });
};

const noSuchFinding = () =>
  badRequest(
    'This rule has no finding for this resource in the last scan of the integration. ' +
      'Scan the integration first, or check the id of the resource.',
    { field: 'scope.resource' },
  );

/** The rule and the resource must exist: an exception for a misspelt one would cover nothing. */
const checkTarget = async (
  { db, files }: Deps,
  tenantId: string,
  { rule_id, scope }: NewException,
): Promise<void> => {
  const rules = await loadAllRules(db, tenantId);
  if (!rules.some((rule) => rule.rule_id === rule_id)) throw notFound('rule', { field: 'rule_id' });
  if (scope.kind === 'tag') return;
  if (!(await integrationStore(db, tenantId).get(scope.integration_id))) {
    throw notFound('integration', { field: 'scope.integration_id' });
  }
  if (scope.kind !== 'resource') return;
  const [at] = await findShownEvaluations(db, tenantId, scope);
  const findings = at ? await readFindings(files, { ...at.evaluation, rule_id }) : [];
  if (!findings.some(({ resource }) => resource === scope.resource)) throw noSuchFinding();
};

/** An exception with the names of its rule and integration. */
const viewOf = async (
  { db, clock }: Deps,
  one: Exception,
  rules?: readonly Rule[],
): Promise<ExceptionView> => {
  const { tenant_id, ...visibleFields } = one;
  const { rule_id, scope } = one;
  const allRules = rules ?? (await loadAllRules(db, tenant_id));
  const rule_title = allRules.find((rule) => rule.rule_id === rule_id)?.title;
  const integration =
    scope.kind === 'tag'
      ? undefined
      : await integrationStore(db, tenant_id).get(scope.integration_id);
  return {
    ...visibleFields,
    expired: isExpired(one, clock()),
    ...(rule_title !== undefined && { rule_title }),
    ...(integration && { alias: integration.alias }),
  };
};

/** Calls that accept findings, with or without an expiry. */
export const exceptionCalls = (
  deps: Deps,
): Pick<Service<typeof complianceRoutes>, ExceptionCalls> => {
  const storeFor = ({ tenant_id }: Caller) => exceptionStore(deps.db, tenant_id, deps.clock());

  const find = async (caller: Caller, id: string): Promise<Exception> => {
    const found = await storeFor(caller).get(id);
    if (!found) throw notFound('exception');
    return found;
  };

  return {
    async listExceptions(caller, { number_of_items, page_number, next, ...query }) {
      const { regex, status, ...criteria } = query;
      const filter = { ...criteria, text: regex, expired: status && status === 'expired' };
      const page = await storeFor(caller).page({ number_of_items, page_number, next }, filter);
      const rules = await loadAllRules(deps.db, caller.tenant_id);
      const items = await Promise.all(page.items.map((one) => viewOf(deps, one, rules)));
      return { ...page, items };
    },

    getException: async (caller, { exception_id }) =>
      viewOf(deps, await find(caller, exception_id)),

    async createException(caller, input) {
      const { tenant_id, user_id } = caller;
      const now = deps.clock();
      checkExpiry(input, now);
      await checkTarget(deps, tenant_id, input);
      const exceptions = storeFor(caller);
      const at = isoTime(now);
      const newException = {
        ...input,
        _id: timedId('cex', now),
        revision: 1,
        created_by: user_id,
        created_at: at,
        updated_at: at,
      };
      const nameClaim = { _id: newException._id, name: scopeKeyOf(newException) };
      const room = { max: maxExceptions, full: tooMany };
      await exceptions.underName(nameClaim, { now, taken: scopeTaken, room }, () =>
        exceptions.create(newException),
      );
      return viewOf(deps, { ...newException, tenant_id });
    },

    async updateException(caller, { exception_id, revision, ...terms }) {
      const now = deps.clock();
      const found = await find(caller, exception_id);
      if (found.revision !== revision) throw changedMeanwhile();
      if (terms.expires_on !== found.expires_on) checkExpiry(terms, now);
      const change = { expires_on: undefined, ...terms, updated_at: isoTime(now) };
      const exceptions = storeFor(caller);
      const nameClaim = { _id: exception_id, name: scopeKeyOf(found) };
      const claimOptions = { now, taken: changedMeanwhile };
      const isRevised = await exceptions.underName(nameClaim, claimOptions, () =>
        exceptions.revise(found, change),
      );
      if (!isRevised) throw changedMeanwhile();
      return viewOf(deps, await find(caller, exception_id));
    },

    async deleteException(caller, { exception_id }) {
      if (!(await storeFor(caller).delete(exception_id))) throw notFound('exception');
      return {};
    },
  };
};
