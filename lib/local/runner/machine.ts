import { parseDefinition } from './definition.ts';
import type { StateDefinition } from './features.ts';
import { choiceState } from './states/choice.ts';
import { failState } from './states/fail.ts';
import { mapState } from './states/map.ts';
import { passState } from './states/pass.ts';
import type { RunnerContext, State } from './states/state.ts';
import { succeedState } from './states/succeed.ts';
import { taskState } from './states/task.ts';
import { waitState } from './states/wait.ts';

export type Machine = { startAt: string; states: Map<string, State> };

/** The type of a state, which is the prefix of its event names. */
export const typeOf = ({ states }: Machine, state: string): string =>
  states.get(state)?.type ?? 'Unknown';

/** Compiles a definition; throws `UnsupportedDefinition` before anything runs. */
export function compileMachine(source: object, context: RunnerContext): Machine {
  const { startAt, states } = parseDefinition(source);
  const compiled = new Map<string, State>();
  for (const [name, definition] of states) {
    compiled.set(name, compileState(name, definition, context));
  }
  return { startAt, states: compiled };
}

function compileState(name: string, definition: StateDefinition, context: RunnerContext): State {
  switch (definition.Type) {
    case 'Task':
      return taskState(name, definition, context);
    case 'Map':
      return mapState(name, definition, context);
    case 'Choice':
      return choiceState(name, definition);
    case 'Wait':
      return waitState(definition, context.clock);
    case 'Pass':
      return passState(definition);
    case 'Succeed':
      return succeedState(definition);
    default:
      return failState(definition);
  }
}
