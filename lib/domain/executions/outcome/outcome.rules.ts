import type { Approval } from '../../approvals/approval.schema.ts';
import type { ExecutionState, NodeResult } from '../execution.schema.ts';
import type { Decision, DecisionKind, OutcomeKind } from './outcome.schema.ts';

/** Maximum number of people named in a decision. */
const maxPeopleNamed = 10;

const withoutConsent: ReadonlySet<DecisionKind> = new Set(['rejected', 'expired']);

/** Whether people did not agree: they rejected, or did not answer in time. */
export const isRefused = (decision: Pick<Decision, 'kind'> | undefined): boolean =>
  decision !== undefined && withoutConsent.has(decision.kind);

const kindOfApproval: Partial<Record<Approval['status'], DecisionKind>> = {
  approved: 'approved',
  resolved: 'partly_approved',
  rejected: 'rejected',
  expired: 'expired',
};

/** What people decided on an approval; undefined while it is pending, or if it was withdrawn. */
export const approvalDecisionOf = ({
  status,
  resolutions,
  resource_count,
  approved_ids = [],
}: Pick<Approval, 'status' | 'resolutions' | 'resource_count' | 'approved_ids'>):
  Decision | undefined => {
  const kind = kindOfApproval[status];
  if (!kind) return undefined;
  const rejecting = resolutions.filter((one) => one.user_approval_status === 'rejected');
  const deciding = kind === 'rejected' && rejecting.length > 0 ? rejecting : resolutions;
  const count = withoutConsent.has(kind) ? 0 : 1;
  const message = deciding.at(-1)?.message;
  return {
    kind,
    approved: resource_count === 0 ? count : approved_ids.length,
    asked: Math.max(resource_count, 1),
    of: resource_count === 0 ? 'requests' : 'resources',
    by: kind === 'expired' ? [] : deciding.map((one) => one.approver_name).slice(0, maxPeopleNamed),
    ...(message !== undefined && kind !== 'expired' && { message }),
  };
};

/** The decision for a form (user input) that nobody filled in. */
export const unansweredForm: Decision = { kind: 'expired', approved: 0, asked: 0, by: [] };

/** What combined decisions count; empty if they count different things. */
const nounOf = (decisions: readonly Decision[]): Pick<Decision, 'of'> => {
  const [first, ...others] = new Set(decisions.map(({ of }) => of));
  return first !== undefined && others.length === 0 ? { of: first } : {};
};

/**
 * Combines two consecutive decisions: the later one counts, except that a partial approval or a
 * rejection is not hidden by a later full approval.
 */
const combineInSequence = (previous: Decision | undefined, decision: Decision): Decision => {
  if (!previous || decision.kind !== 'approved') return decision;
  if (previous.kind === 'partly_approved') return previous;
  if (previous.kind !== 'rejected') return decision;
  const { of: _of, ...fields } = previous;
  return {
    ...fields,
    ...nounOf([previous, decision]),
    kind: 'partly_approved',
    approved: previous.approved + decision.approved,
    asked: previous.asked + decision.asked,
    by: [...new Set([...previous.by, ...decision.by])].slice(0, maxPeopleNamed),
  };
};

type EndedNode = Pick<NodeResult, 'decision' | 'ended_at'>;

/** The decision of one lane, combined from the results of its nodes in the order of their ends. */
export const decisionOf = (results: Iterable<EndedNode>): Decision | undefined =>
  [...results]
    .filter((one) => one.decision !== undefined)
    .sort((a, b) => ((a.ended_at ?? '') < (b.ended_at ?? '') ? -1 : 1))
    .reduce<Decision | undefined>(
      (combined, { decision }) => (decision ? combineInSequence(combined, decision) : combined),
      undefined,
    );

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

const kindOfAll = (kinds: readonly DecisionKind[]): DecisionKind => {
  const [first = 'approved'] = kinds;
  if (kinds.every((kind) => kind === first)) return first;
  return kinds.every((kind) => withoutConsent.has(kind)) ? 'rejected' : 'partly_approved';
};

/** The combined decision of parallel lanes; undefined if none has a decision. */
export const decisionOfAll = (
  decisions: readonly (Decision | undefined)[],
): Decision | undefined => {
  const all = decisions.filter((one) => one !== undefined);
  if (all.length === 0) return undefined;
  const kind = kindOfAll(all.map((one) => one.kind));
  const withMessage = all.findLast(({ message }) => message !== undefined);
  const source =
    all.findLast(({ kind: decisionKind, message }) => decisionKind === 'rejected' && message) ??
    withMessage;
  return {
    kind,
    approved: sum(all.map(({ approved }) => approved)),
    asked: sum(all.map(({ asked }) => asked)),
    ...nounOf(all),
    by: [...new Set(all.flatMap(({ by }) => by))].slice(0, maxPeopleNamed),
    ...(source?.message !== undefined && { message: source.message }),
  };
};

type End = { outcome?: OutcomeKind; decision?: Decision };

/**
 * The outcome of an ended run: that it failed, or what people decided. There is none for a run that
 * succeeded without asking people, nor for a cancelled one unless people had not agreed before.
 */
export const outcomeOf = (state: ExecutionState, results: Iterable<EndedNode>): End => {
  const decision = decisionOf(results);
  const decisionField = decision && { decision };
  if (state === 'FAILED') return { outcome: 'failed', ...decisionField };
  const hasOutcome = state === 'SUCCEEDED' || isRefused(decision);
  return { ...decisionField, ...(decision && hasOutcome && { outcome: decision.kind }) };
};

/** How a loop or parallel counts a lane that ended: without consent it counts as rejected. */
export const laneEndOf = (
  state: ExecutionState,
  decision: Decision | undefined,
): 'succeeded' | 'rejected' | 'failed' => {
  if (state === 'FAILED') return 'failed';
  return state === 'CANCELLED' || isRefused(decision) ? 'rejected' : 'succeeded';
};
