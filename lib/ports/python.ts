import * as z from 'zod';
import { parseJsonObject } from '#lib/kernel/json.ts';
import { limits } from '#lib/kernel/limits.ts';

export type PythonRun = {
  tenant_id: string;
  /**
   * What it assigns to `result` comes back, else what its `main(inputs)` returns; it must be JSON.
   */
  code: string;
  /** JSON; the code reads it as `inputs`. */
  inputs: unknown;
  /** Milliseconds, up to `limits.pythonTime`, which it is unless told. */
  timeoutMs?: number;
};

/** JSON, or a sentence for the author of the code. */
type Outcome = { result: unknown } | { error: string };

/** `stdout`: what the code printed, also to stderr, cut with a mark at `limits.pythonPrinted`. */
export type PythonOutcome = Outcome & { stdout: string };

/**
 * Runs people's code shut off from everything: standard library only, no network, no files, no
 * environment, nothing left of earlier runs. At most 10 s, 512 MB and 256 KiB of result. What is
 * wrong with the code is an `error` for its author, and so is that Python is not ready yet; else
 * `run` throws where nothing could be run, so that it is worth another try.
 */
export type Python = { run(asked: PythonRun): Promise<PythonOutcome> };

/** What run_code.py is asked. Bytes, levels and milliseconds. */
export const pythonRequest = ({ code, inputs }: PythonRun, time_ms: number) => ({
  code,
  inputs,
  time_ms,
  most_result: limits.pythonResult,
  most_printed: limits.pythonPrinted,
  // A result goes into a run's data, which nests it a little deeper.
  most_depth: limits.jsonDepth - 4,
});

/** The time that a run gets: milliseconds. */
export const timeOf = ({ timeoutMs = limits.pythonTime }: PythonRun): number =>
  Math.min(timeoutMs, limits.pythonTime);

/** What run_code.py answers, or who watches over it; `early`: Python ended without an answer. */
const pythonAnswer = z.union([
  z.strictObject({ result: z.json() }),
  z.strictObject({ error: z.string() }),
  z.strictObject({ ended: z.enum(['time', 'memory', 'early']), line: z.int().optional() }),
]);
export type PythonAnswer = z.infer<typeof pythonAnswer>;

/** The code itself may have written it, so it is taken for what it is or for none. */
export const readAnswer = (text: string): PythonAnswer => {
  try {
    return pythonAnswer.parse(parseJsonObject(Buffer.from(text)).value);
  } catch {
    return { ended: 'early' };
  }
};

const seconds = (ms: number): string => (ms === 1000 ? '1 second' : `${ms / 1000} seconds`);

const sentences = {
  time: (ms: number) => `The code was stopped: it took longer than ${seconds(ms)}`,
  memory: () => `The code was stopped: it needed more than ${limits.pythonMemory / 2 ** 20} MB`,
  early: () => 'Python ended before the code did: it was told to, or calls nested too deeply',
};

/** An answer as the port gives it; `ms` is the time that the code had. */
export const outcomeOf = (answer: PythonAnswer, ms: number): Outcome => {
  if (!('ended' in answer)) return answer;
  const place = answer.line === undefined ? '' : `, and was in line ${answer.line}`;
  return { error: `${sentences[answer.ended](ms)}${place}.` };
};
