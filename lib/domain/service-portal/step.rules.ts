import { askingStates } from '../questions/question.schema.ts';
import type { StepGroup, StepKind, StepStatus } from './portal.schema.ts';

/** Steps in which a person has to act; each forms a group of its own. */
export const personStepKinds: ReadonlySet<StepKind> = new Set(['Input', 'Approve']);

/** The statuses of a run's steps, by node id; absent for steps that it has not reached. */
export type Statuses = Readonly<Record<string, StepStatus | undefined>>;

const done = new Set<StepStatus | undefined>(['SUCCEEDED', 'COMPLETED', 'RESOLVED']);

/** Whether a step has ended successfully. */
export const isDone = (status: StepStatus | undefined): boolean => done.has(status);

const statusesOf = ({ steps }: StepGroup, statuses: Statuses) =>
  steps.map(({ id }) => (Object.hasOwn(statuses, id) ? statuses[id] : undefined));

/** If no step failed and not all were cancelled, the first of these found is the group's state. */
const activeStatuses = [...askingStates, 'IN_PROGRESS'] as const;

/** The state of a group of steps. */
export const groupState = (group: StepGroup, statuses: Statuses): StepStatus => {
  const all = statusesOf(group, statuses);
  if (all.every(isDone)) return 'SUCCEEDED';
  if (all.every((one) => one === 'CANCELLED')) return 'CANCELLED';
  if (all.includes('FAILED')) return 'FAILED';
  return activeStatuses.find((one) => all.includes(one)) ?? 'QUEUED';
};

/**
 * Whether the user may open the group: an Input or Approve step only once it has been reached and
 * while it is not done.
 */
export const canOpen = (group: StepGroup, statuses: Statuses): boolean => {
  if (!personStepKinds.has(group.kind)) return true;
  return statusesOf(group, statuses).some((one) => one !== undefined && !isDone(one));
};

const waits = new Set<StepStatus | undefined>(activeStatuses);

/** The index of the group that opens automatically: the first that waits for a person. */
export const autoOpenIndex = (
  groups: readonly StepGroup[],
  statuses: Statuses,
): number | undefined => {
  const found = groups.findIndex(
    (group) =>
      personStepKinds.has(group.kind) && statusesOf(group, statuses).some((one) => waits.has(one)),
  );
  return found < 0 ? undefined : found;
};
