import {
  skippableSteps,
  type StepKey,
  stepKeys,
  type StepProgress,
} from '#lib/domain/onboarding/getting-started.schema.ts';
import { stepTexts } from '#web/pages/dashboards/first-steps.ts';
import { openStep } from '#web/pages/dashboards/open-step.ts';

/** `cx-`: completed, skipped, to do. */
const stepsOf = (picture: string): StepProgress[] =>
  picture.split('').map((letter, at) => ({
    step: at + 1,
    key: stepKeys[at] ?? 'cloud',
    status: letter === 'c' ? 'completed' : letter === 'x' ? 'skipped' : 'unchecked',
  }));

describe('the open step', () => {
  it.each([
    ['the first of a new organisation', '------', undefined, 1],
    ['the first that is left', 'cxc---', undefined, 4],
    ['the last, where none is left', 'cccccc', undefined, 6],
    ['that to which somebody went, done or not', 'c-c---', ['cloud', 'completed'], 1],
    ['that to which somebody went, also a later one', '------', ['user', 'unchecked'], 4],
    ['the next one that is left, once it is completed', '-cc---', ['communication', 'unchecked'], 4],
    ['the next one that is left, once it is skipped', '--x---', ['bot', 'unchecked'], 4],
    ['the next one, where none after it is left', '---xcc', ['user', 'unchecked'], 5],
    ['the last one itself, once it is completed', '-----c', ['dashboard', 'unchecked'], 6],
  ])('is %s', (_what, picture, went, step) => {
    const [key, status] = (went ?? []) as [StepKey?, StepProgress['status']?];
    const chosen = key && status && { key, status };
    expect(openStep(stepsOf(picture), chosen)?.step).toBe(step);
  });

  it('leads to the addresses of the specification, all but the last, which is done here', () => {
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
