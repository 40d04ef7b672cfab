import type { Caller } from '#lib/kernel/caller.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { guards } from '#lib/kernel/guards.ts';
import { badRequest, conflict, forbidden, type Refusal } from '#lib/kernel/refusal.ts';
import { decide } from '../account/permission.rules.ts';
import { approvingResolutions } from './approving-resolutions.rules.ts';
import type { Approval, ApprovalAction, Resolution } from './approval.schema.ts';

/** Only a listed approver or a ROOT user may decide. */
const isApprover = ({ approvers }: Pick<Approval, 'approvers'>, caller: Caller): boolean =>
  caller.userType === 'ROOT' || approvers.includes(caller.user_id);

/** The people behind a request: those who started the run or may have led the agent to ask. */
type Requesters = Pick<Approval, 'requested_by'> & Partial<Pick<Approval, 'written_by'>>;

const isRequester = ({ requested_by, written_by = [] }: Requesters, userId: string): boolean =>
  requested_by.includes(userId) || written_by.includes(userId);

/** Visible to approvers and to the people behind the request, whom its outcome concerns. */
export const maySee = (one: Pick<Approval, 'approvers'> & Requesters, caller: Caller): boolean =>
  isApprover(one, caller) || isRequester(one, caller.user_id);

/**
 * Whether the caller sees the run's data and the arguments that an agent would pass to a tool: only
 * approvers and users who may read the run do.
 */
export const maySeeArguments = (one: Pick<Approval, 'approvers'>, caller: Caller): boolean =>
  isApprover(one, caller) || decide(caller, guards.getExecution).allowed;

/** What people entered into the run; users who may not see it get only their own entries. */
export const visibleEntries = (
  one: Pick<Approval, 'approvers' | 'entered'>,
  caller: Caller,
): Approval['entered'] =>
  maySeeArguments(one, caller)
    ? one.entered
    : one.entered?.filter(({ by }) => by === caller.user_id);

/** Whether the caller may decide about any approval; that takes the right to read it as well. */
export const mayDecide = (caller: Caller): boolean =>
  [guards.getApproval, guards.resolveApproval].every((call) => decide(caller, call).allowed);

type Turn = { loop_start?: string | undefined; current_iterator?: number | undefined };

/** Whether it belongs to the requested loop iteration; true when none is requested. */
export const isOfTurn = (
  { loop_details: at }: Pick<Approval, 'loop_details'>,
  { loop_start, current_iterator }: Turn,
): boolean =>
  (loop_start === undefined || loop_start === at?.loop_start) &&
  (current_iterator === undefined || current_iterator === at?.current_iterator);

type Timed = Pick<Approval, 'status' | 'expires_on'>;

const isExpired = ({ expires_on }: Timed, now: number): boolean => Date.parse(expires_on) <= now;

/** The effective status: a pending approval past its expiry counts as expired. */
export const statusAt = (approval: Timed, now: number): Approval['status'] =>
  approval.status === 'pending' && isExpired(approval, now) ? 'expired' : approval.status;

/** The fields that say who may decide, and who has decided. */
type DecisionState = Pick<Approval, 'no_self_approval' | 'approvers' | 'resolutions'> &
  Requesters & { asked_call?: unknown };

/** Whether the user is behind the request and the bot does not allow self-approval. */
const isBarredRequester = (approval: DecisionState, userId: string): boolean =>
  approval.no_self_approval && isRequester(approval, userId);

const hasDecided = ({ resolutions }: DecisionState, userId: string): boolean =>
  resolutions.some(({ approver_name }) => approver_name === userId);

/** The approvers whose decision is still awaited: they have not decided, and they may decide. */
export const awaitedApprovers = (approval: DecisionState): string[] =>
  approval.approvers.filter(
    (approver) => !hasDecided(approval, approver) && !isBarredRequester(approval, approver),
  );

const notPending: Record<Exclude<Approval['status'], 'pending'>, string> = {
  approved: 'This approval was approved already.',
  resolved: 'This approval was approved already.',
  rejected: 'This approval was rejected already.',
  expired: 'This approval has expired. Run the bot again to ask again.',
  cancelled: 'This approval was withdrawn, because its run has ended.',
};

/** Why the caller cannot decide now; undefined when they can. */
export const decisionRefusalOf = (
  approval: DecisionState & Timed,
  caller: Caller,
  now: number,
): Refusal | undefined => {
  if (!isApprover(approval, caller)) return forbidden('You are not an approver for this approval.');
  const status = statusAt(approval, now);
  if (status !== 'pending') return conflict(notPending[status]);
  if (isBarredRequester(approval, caller.user_id)) {
    const isStarter = approval.requested_by.includes(caller.user_id);
    const involvement = isStarter ? 'initiated this run' : 'wrote to an agent involved in this run';
    return forbidden(`You ${involvement}, so others must decide about it.`);
  }
  return hasDecided(approval, caller.user_id)
    ? conflict('You have already approved this. Others still have to decide.')
    : undefined;
};

const idsOf = ({ resources }: Approval): string[] => resources.map(({ id }) => id);

/** The ids that one action approves: the named ones, or if those are rejected, all the others. */
const approvedIdsOf = (approval: Approval, { status, all, resource_ids = [] }: ApprovalAction) => {
  if (all) return status === 'resolved' ? idsOf(approval) : [];
  const existingIds = new Set(idsOf(approval));
  const unknownIds = resource_ids.filter((id) => !existingIds.has(id));
  if (unknownIds.length > 0) {
    throw badRequest(`Not a resource of this approval: ${unknownIds.slice(0, 3).join(', ')}.`, {
      field: 'resource_ids',
    });
  }
  const requestedIds = new Set(resource_ids);
  return idsOf(approval).filter((id) => requestedIds.has(id) === (status === 'resolved'));
};

/** The ids that every decision approved. */
const jointlyApprovedIds = (approval: Approval, resolutions: readonly Resolution[]): string[] =>
  idsOf(approval).filter((id) =>
    resolutions.every(({ resource_ids: ids }) => ids === undefined || ids.includes(id)),
  );

const outcomeOf = (approval: Approval, resolutions: Resolution[]): Partial<Approval> => {
  const approving = approvingResolutions(resolutions);
  if (approving.length < resolutions.length) return { status: 'rejected', approved_ids: [] };
  if (approving.length < approval.approvals_required) return {};
  const approved_ids = jointlyApprovedIds(approval, approving);
  const all = approved_ids.length === approval.resources.length;
  if (all) return { status: 'approved', approved_ids };
  return { status: approved_ids.length > 0 ? 'resolved' : 'rejected', approved_ids };
};

/**
 * The changes that one person's decision makes to the approval. A rejection of everything rejects
 * it at once; with enough approvals it is approved, for the resources that all of them approved.
 * Throws the refusal if the caller cannot decide now, and 400 for ids that it does not contain.
 */
export const applyDecision = (
  approval: Approval,
  action: ApprovalAction,
  caller: Caller,
  now: number,
): Partial<Approval> => {
  const refusal = decisionRefusalOf(approval, caller, now);
  if (refusal) throw refusal;
  const ids = approvedIdsOf(approval, action);
  const approves = action.all ? action.status === 'resolved' : ids.length > 0;
  const resolution: Resolution = {
    approver_name: caller.user_id,
    user_approval_status: approves ? 'resolved' : 'rejected',
    message: action.message,
    resolved_at: isoTime(now),
    ...(!action.all && { resource_ids: ids }),
  };
  const resolutions = [...approval.resolutions, resolution];
  return { resolutions, ...outcomeOf(approval, resolutions) };
};
