import type { Execution, ExecutionState } from '../execution.schema.ts';
import { decisionKinds } from './outcome.schema.ts';
import type { Standing } from './standing.schema.ts';

/** How a run stands: a failure is a state and an outcome, and stands once. */
export const standingOf = ({ state, outcome }: Pick<Execution, 'state' | 'outcome'>): Standing =>
  outcome === undefined || outcome === 'failed' ? state : outcome;

const decidedIn: Partial<Record<ExecutionState, readonly Standing[]>> = {
  SUCCEEDED: decisionKinds,
  CANCELLED: ['rejected', 'expired'],
};

/** Every way in which runs in these states may stand, each once. */
export const standingsOf = (states: readonly ExecutionState[]): Standing[] => [
  ...new Set(states.flatMap((state) => [state, ...(decidedIn[state] ?? [])])),
];
