import * as z from 'zod';
import { parseJsonObject } from '#lib/kernel/json.ts';
import { limits } from '#lib/kernel/limits.ts';

export type PythonRun = {
  tenant_id: string;
  /** The result is what it assigns to `result`, else what `main(inputs)` returns; must be JSON. */
  code: string;
  /** JSON; the code reads it as `inputs`. */
  inputs: unknown;
  /** In milliseconds, at most `limits.pythonTime`, which is also the default. */
  timeoutMs?: number;
};

/** JSON, or a sentence for the author of the code. */
type Outcome = { result: unknown } | { error: string };

/**
 * `stdout`: the output of the code, including stderr, cut with a mark at `limits.pythonPrinted`.
 */
export type PythonOutcome = Outcome & { stdout: string };

/**
 * Runs users' code in isolation: standard library only, no network, no files, no environment, no
 * state of earlier runs. At most 10 s, 512 MB and 256 KiB of result. Faults of the code, and that
 * Python is not ready yet, are returned as `error` for its author. Throws if the code could not be
 * run at all, so that the caller may retry.
 */
export type Python = { run(request: PythonRun): Promise<PythonOutcome> };

/** The request to run_code.py, in bytes, levels and milliseconds. */
export const pythonRequest = ({ code, inputs }: PythonRun, time_ms: number) => ({
  code,
  inputs,
  time_ms,
  most_result: limits.pythonResult,
  most_printed: limits.pythonPrinted,
  // The result becomes part of a run's data, where it is nested a few levels deeper.
  most_depth: limits.jsonDepth - 4,
});

/** The time limit of a run, in milliseconds. */
export const timeLimitOf = ({ timeoutMs = limits.pythonTime }: PythonRun): number =>
  Math.min(timeoutMs, limits.pythonTime);

/** The answer of run_code.py or of its supervisor; `early`: Python ended without an answer. */
const pythonAnswer = z.union([
  z.strictObject({ result: z.json() }),
  z.strictObject({ error: z.string() }),
  z.strictObject({ ended: z.enum(['time', 'memory', 'early']), line: z.int().optional() }),
]);
export type PythonAnswer = z.infer<typeof pythonAnswer>;

/** Parses strictly, since the user's code may have written the answer; anything else is `early`. */
export const parsePythonAnswer = (text: string): PythonAnswer => {
  try {
    return pythonAnswer.parse(parseJsonObject(Buffer.from(text)).value);
  } catch {
    return { ended: 'early' };
  }
};

const seconds = (ms: number): string => (ms === 1000 ? '1 second' : `${ms / 1000} seconds`);

const endingMessages = {
  time: (ms: number) => `The code was stopped: it took longer than ${seconds(ms)}`,
  memory: () => `The code was stopped: it needed more than ${limits.pythonMemory / 2 ** 20} MB`,
  early: () => 'Python ended too early: the code exited, or its calls are nested too deeply',
};

/** Converts an answer to the port's result; `ms` is the time that the code was given. */
export const pythonOutcomeOf = (answer: PythonAnswer, ms: number): Outcome => {
  if (!('ended' in answer)) return answer;
  const lineText = answer.line === undefined ? '' : `, and was in line ${answer.line}`;
  return { error: `${endingMessages[answer.ended](ms)}${lineText}.` };
};
