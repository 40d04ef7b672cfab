import type { StepKey, StepProgress } from '#lib/domain/onboarding/getting-started.schema.ts';

/** A step that somebody went to, and what it was then. */
export type Chosen = { key: StepKey; status: StepProgress['status'] };

type Steps = readonly StepProgress[];

const firstLeft = (steps: Steps): StepProgress | undefined =>
  steps.find(({ status }) => status === 'unchecked');

/**
 * The step that is open: where somebody went to, and the one after it once it is completed or
 * skipped; else the first that is left.
 */
export const openStep = (steps: Steps, chosen?: Chosen): StepProgress | undefined => {
  const at = steps.findIndex(({ key }) => key === chosen?.key);
  const there = steps[at];
  if (!chosen || !there) return firstLeft(steps) ?? steps.at(-1);
  const hasAdvanced = chosen.status === 'unchecked' && there.status !== 'unchecked';
  if (!hasAdvanced) return there;
  return firstLeft(steps.slice(at + 1)) ?? steps[at + 1] ?? there;
};
