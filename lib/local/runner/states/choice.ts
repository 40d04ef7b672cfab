import type { ChoiceDefinition } from '../features.ts';
import { StateFailure } from '../failure.ts';
import { compileTyped } from '../template.ts';
import { compileExit } from './exit.ts';
import type { State } from './state.ts';

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/** Follows the first rule whose condition is true, or else the default. */
export function choiceState(name: string, definition: ChoiceDefinition): State {
  const { Choices, Default, Assign, Output } = definition;
  const rules = Choices.map((rule, index) => ({
    holds: compileTyped(rule.Condition, `Choices[${index}]/Condition`, 'boolean', isBoolean),
    leave: compileExit(rule),
  }));
  const defaultExit = Default && compileExit({ Next: Default, Assign, Output });
  return {
    type: 'Choice',
    step: async (run) => {
      const { input } = run.position;
      const bindings = run.bindings();
      for (const { holds, leave } of rules) {
        if (await holds(bindings)) return leave(run, input);
      }
      if (defaultExit) return defaultExit(run, input);
      const cause = `No rule of the state '${name}' holds for its input, and it has no default.`;
      throw new StateFailure('States.NoChoiceMatched', cause);
    },
  };
}
