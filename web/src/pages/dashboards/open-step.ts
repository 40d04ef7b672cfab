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
export const openStepOf = (steps: Steps, chosenStep?: ChosenStep): StepProgress | undefined => {
  const at = steps.findIndex(({ key }) => key === chosenStep?.key);
  const current = steps[at];
  if (!chosenStep || !current) return firstUnchecked(steps) ?? steps.at(-1);
  const hasAdvanced = chosenStep.status === 'unchecked' && current.status !== 'unchecked';
  if (!hasAdvanced) return current;
  return firstUnchecked(steps.slice(at + 1)) ?? steps[at + 1] ?? current;
};
