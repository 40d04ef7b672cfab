import type { Clock } from '#lib/kernel/clock.ts';
import { EvaluationFailure } from '../failure.ts';
import type { WaitDefinition } from '../features.ts';
import type { Run } from '../run.ts';
import { compile, compileTyped } from '../template.ts';
import { isSeconds } from '../seconds.ts';
import { compileExit } from './exit.ts';
import type { State } from './state.ts';

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** Sleeps until a time that is computed once, on entry. */
export function waitState(definition: WaitDefinition, clock: Clock): State {
  const leave = compileExit(definition);
  const computeEnd = compileEnd(definition);
  return {
    type: 'Wait',
    step: async (run) => {
      if (run.position.phase.kind === 'entered') {
        const until = await computeEnd(run);
        if (until > clock()) return { kind: 'sleeping', phase: { kind: 'waiting', until } };
      }
      return leave(run, run.position.input);
    },
  };
}

function compileEnd({ Seconds, Timestamp }: WaitDefinition): (run: Run) => Promise<number> {
  if (Seconds !== undefined) {
    const seconds = compileTyped(Seconds, 'Seconds', 'whole number of seconds', isSeconds);
    return async (run) => run.position.enteredAt + (await seconds(run.bindings())) * 1000;
  }
  const moment = compile(Timestamp, 'Timestamp');
  return async (run) => {
    const value = await moment(run.bindings());
    const ms = typeof value === 'string' && timestamp.test(value) ? Date.parse(value) : Number.NaN;
    if (!Number.isNaN(ms)) return ms;
    const problem = 'cannot be parsed as an ISO-8601 extended offset date-time format string';
    throw new EvaluationFailure('Timestamp', `The Timestamp field ${problem}: ${String(value)}`);
  };
}
