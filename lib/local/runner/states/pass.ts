import type { PassDefinition } from '../features.ts';
import { compileExit } from './exit.ts';
import type { State } from './state.ts';

export function passState(definition: PassDefinition): State {
  const leave = compileExit(definition);
  return { type: 'Pass', step: (run) => leave(run, run.position.input) };
}
