// Does a job and returns its outcome.
import type { HandedJob } from '../lib/domain/agents/calls/call.schema.ts';
import { largestResult, type Run } from './kinds/run.ts';

const tooLong =
  'It did not end within the time of its node, and was stopped: look at what is done of it.';

/** The most levels of a result. */
const mostDeep = 60;

const tooDeep = `The result is nested deeper than ${mostDeep} levels.`;

const isTooDeep = (value: unknown, left = mostDeep): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (left === 0 || Object.values(value).some((one) => isTooDeep(one, left - 1)));

/** The most keys and values of a result: the server reads 500000, including those around them. */
const mostValues = 490_000;

const tooMany = `The result holds more than ${mostValues} keys and values. Ask for less.`;

/** An upper bound of the keys and values in its JSON. */
const countOf = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  const held: unknown[] = Object.values(value);
  const own = 1 + held.length * (Array.isArray(value) ? 1 : 2);
  return held.reduce<number>((count, one) => count + countOf(one), own);
};

/** The message of an error on one line, cut to 1900 characters. */
export const sentenceOf = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s+/g, ' ').trim().slice(0, 1900) || 'It failed without a reason.';
};

type Outcome = { output: unknown } | { error: string; refused: false };

const failed = (error: string): Outcome => ({ error, refused: false });

const judged = (output: unknown): Outcome => {
  if (isTooDeep(output)) return failed(tooDeep);
  if (countOf(output) > mostValues) return failed(tooMany);
  const size = Buffer.byteLength(JSON.stringify(output));
  return size <= largestResult
    ? { output }
    : failed('The result is larger than 3 MiB. Ask for less.');
};

/** Does a job with `run` and returns its outcome; never throws. `isOver`: its time is over. */
export const outcomeOf = async (
  run: Run | undefined,
  { kind, args }: Pick<HandedJob, 'kind' | 'args'>,
  { signal, isOver }: { signal: AbortSignal; isOver: () => boolean },
): Promise<Outcome> => {
  if (!run) return failed(`This agent does no jobs of the kind ${kind}.`);
  try {
    return judged((await run(args, signal)) ?? null);
  } catch (error) {
    return failed(isOver() ? tooLong : sentenceOf(error));
  }
};
