import type { Caller } from '#lib/kernel/caller.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { slicePage } from '#lib/kernel/lists.ts';
import { conflict, forbidden, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { Bus } from '#lib/ports/bus.ts';
import type { Realtime } from '#lib/ports/realtime.ts';
import type { approvalRoutes } from './approval.routes.ts';
import {
  applyDecision,
  decisionRefusalOf,
  isOfTurn,
  maySee,
  maySeeArguments,
  statusAt,
  visibleEntries,
} from './approval.rules.ts';
import type { Approval, ApprovalAction, ApprovalView } from './approval.schema.ts';
import { approvalStore, earlierApprovals } from './approval.store.ts';
import { argumentsText } from './asked-call.rules.ts';
import { impactOf } from './impact.rules.ts';

export type ApprovalDeps = { db: Database; clock: Clock; bus: Bus; realtime: Realtime };

/** A try fails only when another decision was stored; an approval takes at most 50 decisions. */
const maxTries = 60;

/**
 * The call's arguments also show in the `would` sentence, in the agent's reason (`claim`), and in
 * the digest, from which short arguments can be guessed; so these are removed as well.
 */
const withoutArguments = ({ asked_call, next_nodes }: Approval): Partial<ApprovalView> => ({
  ...(asked_call && {
    asked_call: { ...asked_call, arguments: {}, claim: '', digest: '', withheld: true as const },
  }),
  ...(next_nodes && { next_nodes: next_nodes.map(({ would: _would, ...node }) => node) }),
});

const view = (approval: Approval, caller: Caller, now: number): ApprovalView => {
  const { tenant_id, resources, fingerprints, revision, outbox, untold, ...visibleFields } =
    approval;
  const refusal = decisionRefusalOf(approval, caller, now);
  return {
    ...visibleFields,
    ...(approval.entered && { entered: visibleEntries(approval, caller) }),
    ...(approval.asked_call && !maySeeArguments(approval, caller) && withoutArguments(approval)),
    status: statusAt(approval, now),
    may_act: !refusal,
    ...(refusal && { reason: refusal.message }),
  };
};

const requireVisible = async (
  deps: ApprovalDeps,
  caller: Caller,
  id: string,
): Promise<Approval> => {
  const found = await approvalStore(deps.db, caller.tenant_id).get(id);
  if (!found) throw notFound('approval');
  if (!maySee(found, caller)) throw forbidden('User is not recognized as a valid approver.');
  return found;
};

const decide = async (
  deps: ApprovalDeps,
  caller: Caller,
  id: string,
  action: ApprovalAction,
): Promise<{ approval: Approval; isDecided: boolean }> => {
  const store = approvalStore(deps.db, caller.tenant_id);
  for (let attempt = 0; attempt < maxTries; attempt += 1) {
    const found = await requireVisible(deps, caller, id);
    const change = applyDecision(found, action, caller, deps.clock());
    const isStored = await store.decide(id, found.revision, change);
    if (isStored) return { approval: { ...found, ...change }, isDecided: 'status' in change };
  }
  throw conflict('Others are deciding at the same time. Reload the approval and try again.');
};

/** The ids that the newest decision approved; for a rejection, all ids that it was about. */
const decidedIds = ({ resolutions, resources }: Approval): string[] => {
  const { resource_ids, user_approval_status } = resolutions.at(-1) ?? {};
  const approvedIds = user_approval_status === 'resolved' ? resource_ids : undefined;
  return approvedIds ?? resources.map(({ id }) => id);
};

/** How many earlier approvals of the same node are searched for one that the caller may see. */
const maxApprovalsExamined = 5;

/** The previous approval of the same node, among those that the caller may see. */
const findPreviousVisible = async (
  { db }: ApprovalDeps,
  caller: Caller,
  approval: Approval,
): Promise<Approval | undefined> => {
  let examinedCount = 0;
  for await (const earlier of earlierApprovals(db, approval)) {
    if (maySee(earlier, caller)) return earlier;
    examinedCount += 1;
    if (examinedCount === maxApprovalsExamined) return undefined;
  }
  return undefined;
};

/** Calls of the approvals area, one function a route. */
export const approvalService = (deps: ApprovalDeps): Service<typeof approvalRoutes> => ({
  async listApprovals(caller, { status, resource, ...request }) {
    const now = deps.clock();
    const accept = (one: Approval) =>
      maySee(one, caller) &&
      (!status || statusAt(one, now) === status) &&
      (resource === undefined || one.resources.some(({ id }) => id === resource));
    const scope = [status, resource, caller.user_id];
    const page = await approvalStore(deps.db, caller.tenant_id).page(request, scope, accept);
    // Entered values and a call's arguments may be many times as large as the rest of a list.
    const items = page.items.map((one) => {
      const { entered: _, asked_call: call, ...rest } = view(one, caller, now);
      const argsText = call && argumentsText(call);
      return {
        ...rest,
        ...(call && { by_agent: true }),
        ...(argsText && { given: argsText }),
      };
    });
    return { ...page, items };
  },

  getApproval: async (caller, { approval_id }) =>
    view(await requireVisible(deps, caller, approval_id), caller, deps.clock()),

  async listApprovalResources(caller, { approval_id, approved_only, ...rest }) {
    const { loop_start, current_iterator, ...request } = rest;
    const found = await requireVisible(deps, caller, approval_id);
    const approvedIds = new Set(found.approved_ids);
    const matchesTurn = isOfTurn(found, { loop_start, current_iterator });
    const values = found.resources.filter(
      ({ id }) => matchesTurn && (approved_only !== 'true' || approvedIds.has(id)),
    );
    const scope = [caller.tenant_id, approval_id, approved_only, loop_start, current_iterator];
    return slicePage(deps.db, { values, request, scope });
  },

  async countApprovalResources(caller, { approval_id }) {
    const found = await requireVisible(deps, caller, approval_id);
    return impactOf(found, await findPreviousVisible(deps, caller, found));
  },

  async resolveApproval(caller, { approval_id, ...action }) {
    const { approval, isDecided } = await decide(deps, caller, approval_id, action);
    const { tenant_id, status } = approval;
    // The decision is stored and keeps its fact until its run is told: a failure loses nothing.
    await Promise.allSettled([
      isDecided && deps.bus.publish([{ type: 'approval_decided', tenant_id, approval_id }]),
      deps.realtime.push(tenant_id, 'approval_updated', { approval_id, status }),
    ]);
    return { ...view(approval, caller, deps.clock()), decided_ids: decidedIds(approval) };
  },
});
