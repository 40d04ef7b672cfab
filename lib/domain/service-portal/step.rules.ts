import { askingStates } from '../questions/question.schema.ts';
import type { StepGroup, StepKind, StepStatus } from './portal.schema.ts';

/** These stand for a person who has to do something, each by itself. */
export const alone: ReadonlySet<StepKind> = new Set(['Input', 'Approve']);

/** What the steps of a run came to, by node id; absent where it has not reached them. */
export type Statuses = Readonly<Record<string, StepStatus | undefined>>;

const done = new Set<StepStatus | undefined>(['SUCCEEDED', 'COMPLETED', 'RESOLVED']);

/** Whether a step has come to a good end. */
export const isDone = (status: StepStatus | undefined): boolean => done.has(status);

const statusesOf = ({ steps }: StepGroup, statuses: Statuses) =>
  steps.map(({ id }) => (Object.hasOwn(statuses, id) ? statuses[id] : undefined));

/** Where nothing has failed or was cancelled: the first of these that a step has is the group's. */
const underWay = [...askingStates, 'IN_PROGRESS'] as const;

/** The state of a group of steps. */
export const groupState = (group: StepGroup, statuses: Statuses): StepStatus => {
  const all = statusesOf(group, statuses);
  if (all.every(isDone)) return 'SUCCEEDED';
  if (all.every((one) => one === 'CANCELLED')) return 'CANCELLED';
  if (all.includes('FAILED')) return 'FAILED';
  return underWay.find((one) => all.includes(one)) ?? 'QUEUED';
};

/**
 * Whether a person may open the group: an Input or Approve step only while it has been reached and
 * is not done.
 */
export const canOpen = (group: StepGroup, statuses: Statuses): boolean => {
  if (!alone.has(group.kind)) return true;
  return statusesOf(group, statuses).some((one) => one !== undefined && !isDone(one));
};

const waits = new Set<StepStatus | undefined>(underWay);

/** The number of the group that opens by itself: the first that waits for a person. */
export const opensItself = (
  groups: readonly StepGroup[],
  statuses: Statuses,
): number | undefined => {
  const found = groups.findIndex(
    (group) => alone.has(group.kind) && statusesOf(group, statuses).some((one) => waits.has(one)),
  );
  return found < 0 ? undefined : found;
};
