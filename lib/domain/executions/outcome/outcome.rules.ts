import type { Approval } from '../../approvals/approval.schema.ts';
import type { ExecutionState, NodeResult } from '../execution.schema.ts';
import type { Decision, DecisionKind, OutcomeKind } from './outcome.schema.ts';

/** People who are named; nobody reads more. */
const mostNamed = 10;

const withoutConsent: ReadonlySet<DecisionKind> = new Set(['rejected', 'expired']);

/** Whether people did not agree: they refused, or did not answer in time. */
export const isRefused = (decided: Pick<Decision, 'kind'> | undefined): boolean =>
  decided !== undefined && withoutConsent.has(decided.kind);

const kindOfApproval: Partial<Record<Approval['status'], DecisionKind>> = {
  approved: 'approved',
  resolved: 'partly_approved',
  rejected: 'rejected',
  expired: 'expired',
};

/** What people decided on an approval; undefined while they have not, or where it was withdrawn. */
export const decisionOn = ({
  status,
  resolutions,
  resource_count,
  approved_ids = [],
}: Pick<Approval, 'status' | 'resolutions' | 'resource_count' | 'approved_ids'>):
  | Decision
  | undefined => {
  const kind = kindOfApproval[status];
  if (!kind) return undefined;
  const rejecting = resolutions.filter((one) => one.user_approval_status === 'rejected');
  const deciding = kind === 'rejected' && rejecting.length > 0 ? rejecting : resolutions;
  const own = withoutConsent.has(kind) ? 0 : 1;
  const message = deciding.at(-1)?.message;
  return {
    kind,
    approved: resource_count === 0 ? own : approved_ids.length,
    asked: Math.max(resource_count, 1),
    of: resource_count === 0 ? 'requests' : 'resources',
    by: kind === 'expired' ? [] : deciding.map((one) => one.approver_name).slice(0, mostNamed),
    ...(message !== undefined && kind !== 'expired' && { message }),
  };
};

/** What people were asked to fill in, and did not. */
export const notFilledIn: Decision = { kind: 'expired', approved: 0, asked: 0, by: [] };

/** What decisions that are taken together count; nothing where they count different things. */
const nounOf = (decisions: readonly Decision[]): Pick<Decision, 'of'> => {
  const [first, ...others] = new Set(decisions.map(({ of }) => of));
  return first !== undefined && others.length === 0 ? { of: first } : {};
};

/**
 * Of two questions one after the other the later decides; what was left out before stays so, and a
 * rejection does not vanish behind an approval that came after it.
 */
const afterwards = (before: Decision | undefined, decided: Decision): Decision => {
  if (!before || decided.kind !== 'approved') return decided;
  if (before.kind === 'partly_approved') return before;
  if (before.kind !== 'rejected') return decided;
  const { of: _of, ...kept } = before;
  return {
    ...kept,
    ...nounOf([before, decided]),
    kind: 'partly_approved',
    approved: before.approved + decided.approved,
    asked: before.asked + decided.asked,
    by: [...new Set([...before.by, ...decided.by])].slice(0, mostNamed),
  };
};

type Ended = Pick<NodeResult, 'decision' | 'ended_at'>;

/** What was decided in one lane, from the results of its nodes. */
export const decisionOf = (results: Iterable<Ended>): Decision | undefined =>
  [...results]
    .filter((one) => one.decision !== undefined)
    .sort((a, b) => ((a.ended_at ?? '') < (b.ended_at ?? '') ? -1 : 1))
    .reduce<Decision | undefined>(
      (before, { decision }) => (decision ? afterwards(before, decision) : before),
      undefined,
    );

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

const kindOfAll = (kinds: readonly DecisionKind[]): DecisionKind => {
  const [first = 'approved'] = kinds;
  if (kinds.every((kind) => kind === first)) return first;
  return kinds.every((kind) => withoutConsent.has(kind)) ? 'rejected' : 'partly_approved';
};

/** What was decided in lanes side by side, taken together. */
export const decisionOfAll = (
  decisions: readonly (Decision | undefined)[],
): Decision | undefined => {
  const all = decisions.filter((one) => one !== undefined);
  if (all.length === 0) return undefined;
  const kind = kindOfAll(all.map((one) => one.kind));
  const said = all.findLast(({ message }) => message !== undefined);
  const told = all.findLast(({ kind: own, message }) => own === 'rejected' && message) ?? said;
  return {
    kind,
    approved: sum(all.map(({ approved }) => approved)),
    asked: sum(all.map(({ asked }) => asked)),
    ...nounOf(all),
    by: [...new Set(all.flatMap(({ by }) => by))].slice(0, mostNamed),
    ...(told?.message !== undefined && { message: told.message }),
  };
};

type End = { outcome?: OutcomeKind; decision?: Decision };

/**
 * What became of a run that has ended: that it failed, or what people decided. A run that somebody
 * aborted has none, unless people had refused before; one that asked nobody and succeeded neither.
 */
export const outcomeOf = (state: ExecutionState, results: Iterable<Ended>): End => {
  const decision = decisionOf(results);
  const decided = decision && { decision };
  if (state === 'FAILED') return { outcome: 'failed', ...decided };
  const counts = state === 'SUCCEEDED' || isRefused(decision);
  return { ...decided, ...(decision && counts && { outcome: decision.kind }) };
};

/** How a lane ended, as its loop counts it: one without consent succeeded at nothing. */
export const laneEndOf = (
  state: ExecutionState,
  decided: Decision | undefined,
): 'succeeded' | 'rejected' | 'failed' => {
  if (state === 'FAILED') return 'failed';
  return state === 'CANCELLED' || isRefused(decided) ? 'rejected' : 'succeeded';
};
