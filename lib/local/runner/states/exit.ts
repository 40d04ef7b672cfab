import type { Run } from '../run.ts';
import { compile } from '../template.ts';
import type { Outcome } from './state.ts';

type ExitFields = {
  Next?: string | undefined;
  Assign?: Record<string, unknown> | undefined;
  Output?: unknown;
};

/** Leaves a state: evaluates Assign and Output, both with the variables before the assignment. */
export function compileExit({ Next, Assign, Output }: ExitFields) {
  const assign = Assign && compile(Assign, 'Assign');
  const output = Output !== undefined ? compile(Output, 'Output') : undefined;
  return async (run: Run, result: unknown, extraFields: object = {}): Promise<Outcome> => {
    const bindings = assign || output ? run.bindings(extraFields) : {};
    const assigned = assign && Object(await assign(bindings));
    return {
      kind: 'left',
      output: output ? await output(bindings) : result,
      ...(assigned && { assigned }),
      ...(Next !== undefined && { to: Next }),
    };
  };
}
