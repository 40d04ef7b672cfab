import type { StepKey, StepProgress } from '#lib/domain/onboarding/getting-started.schema.ts';

/** The step that the user opened, and its status at that time. */
export type ChosenStep = { key: StepKey; status: StepProgress['status'] };

type Steps = readonly StepProgress[];

const firstUnchecked = (steps: Steps): StepProgress | undefined =>
  steps.find(({ status }) => status === 'unchecked');

/**
 * The open step: the one that the user opened, then the next one when it is completed or skipped;
 * by default the first open one.
 */
export const openStepOf = (steps: Steps, chosen?: ChosenStep): StepProgress | undefined => {
  const at = steps.findIndex(({ key }) => key === chosen?.key);
  const there = steps[at];
  if (!chosen || !there) return firstUnchecked(steps) ?? steps.at(-1);
  const hasAdvanced = chosen.status === 'unchecked' && there.status !== 'unchecked';
  if (!hasAdvanced) return there;
  return firstUnchecked(steps.slice(at + 1)) ?? steps[at + 1] ?? there;
};
