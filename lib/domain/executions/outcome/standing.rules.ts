import type { Execution, ExecutionState } from '../execution.schema.ts';
import { decisionKinds } from './outcome.schema.ts';
import type { Standing } from './standing.schema.ts';

/** The standing of a run: its outcome or, if it has none or has failed, its state. */
export const standingOf = ({ state, outcome }: Pick<Execution, 'state' | 'outcome'>): Standing =>
  outcome === undefined || outcome === 'failed' ? state : outcome;

const decisionsByState: Partial<Record<ExecutionState, readonly Standing[]>> = {
  SUCCEEDED: decisionKinds,
  CANCELLED: ['rejected', 'expired'],
};

/** All standings that runs in these states can have, without duplicates. */
export const standingsOf = (states: readonly ExecutionState[]): Standing[] => [
  ...new Set(states.flatMap((state) => [state, ...(decisionsByState[state] ?? [])])),
];
