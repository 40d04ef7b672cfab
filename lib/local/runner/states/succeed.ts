import type { SucceedDefinition } from '../features.ts';
import { compileExit } from './exit.ts';
import type { State } from './state.ts';

export function succeedState(definition: SucceedDefinition): State {
  const leave = compileExit(definition);
  return { type: 'Succeed', step: (run) => leave(run, run.position.input) };
}
