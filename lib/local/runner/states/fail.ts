import type { FailDefinition } from '../features.ts';
import { compileTyped } from '../template.ts';
import type { State } from './state.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

export function failState({ Error, Cause }: FailDefinition): State {
  const error = Error === undefined ? undefined : compileTyped(Error, 'Error', 'string', isText);
  const cause = Cause === undefined ? undefined : compileTyped(Cause, 'Cause', 'string', isText);
  return {
    type: 'Fail',
    step: async (run) => {
      const bindings = run.bindings();
      return {
        kind: 'failed',
        ...(error && { error: await error(bindings) }),
        ...(cause && { cause: await cause(bindings) }),
      };
    },
  };
}
