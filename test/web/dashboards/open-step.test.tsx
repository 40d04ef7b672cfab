import {
  skippableSteps,
  type StepKey,
  stepKeys,
  type StepProgress,
} from '#lib/domain/onboarding/getting-started.schema.ts';
import { stepTexts } from '#web/pages/dashboards/first-steps.ts';
import { openStepOf } from '#web/pages/dashboards/open-step.ts';

/** `cx-`: completed, skipped, to do. */
const stepsOf = (picture: string): StepProgress[] =>
  picture.split('').map((letter, at) => ({
    step: at + 1,
    key: stepKeys[at] ?? 'cloud',
    status: letter === 'c' ? 'completed' : letter === 'x' ? 'skipped' : 'unchecked',
  }));

describe('the open step of the getting-started list', () => {
  it.each([
    ['the first step for a new organisation', '------', undefined, 1],
    ['the first step to do', 'cxc---', undefined, 4],
    ['the last step when all are done', 'cccccc', undefined, 6],
    ['the step that the user opened, even if it is completed', 'c-c---', ['cloud', 'completed'], 1],
    ['a later step that the user opened', '------', ['user', 'unchecked'], 4],
    ['the next step to do after a completed step', '-cc---', ['communication', 'unchecked'], 4],
    ['the next step to do after a skipped step', '--x---', ['bot', 'unchecked'], 4],
    ['the following step when no later step is to do', '---xcc', ['user', 'unchecked'], 5],
    ['the last step after it is completed', '-----c', ['dashboard', 'unchecked'], 6],
  ])('is %s', (_what, picture, selection, step) => {
    const [key, status] = (selection ?? []) as [StepKey?, StepProgress['status']?];
    const chosenStep = key && status && { key, status };
    expect(openStepOf(stepsOf(picture), chosenStep)?.step).toBe(step);
  });

  it('links to the page of each step, except for the last step', () => {
    expect(stepKeys.map((key) => stepTexts[key].to?.replace(/\?.*/, ''))).toEqual([
      '/integrations',
      '/integrations',
      '/bots/new',
      '/users/new',
      '/account/subscription',
      undefined,
    ]);
    expect(skippableSteps.map((key) => stepKeys.indexOf(key) + 1)).toEqual([3, 4, 5]);
  });
});
